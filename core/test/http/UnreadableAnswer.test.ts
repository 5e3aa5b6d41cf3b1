import { describe, expect, it } from "@effect/vitest"
import { type Authentication, Pagination, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import * as PageWalk from "../../src/extract/walk/PageWalk.js"
import { type Answer, converse } from "../FakeVendor.js"

const HTML = '<!doctype html>\n<html lang="en"><head><title>Sign in to Acme, Ada Lovelace</title></head>'
const rows = { body: { rows: [{ id: "1" }] } }

const walk: PageWalk.Walk = {
  endpoint: "/rows",
  url: "/rows",
  pagination: Pagination.none({ items: "rows" }),
  queries: [{}]
}

/** Reads a list, and returns how that ended. */
const readList = async (answer: (index: number) => Answer) => {
  const { exit, received, seconds } = await converse(
    (_, index) => answer(index),
    PageWalk.collect(walk, ({ rows }) => Effect.succeed(rows))
  )
  const failure = Exit.isSuccess(exit) ? null : Option.getOrThrow(Cause.failureOption(exit.cause))
  return { failure, received, seconds, found: Exit.isSuccess(exit) ? exit.value : null }
}

const html = (text: string): Answer => ({ headers: { "content-type": "text/html; charset=utf-8" }, body: text })
const json = (text: string): Answer => ({ headers: { "content-type": "application/json" }, body: text })

const unreadable: ReadonlyArray<readonly [name: string, answer: Answer, detail: string]> = [
  [
    "HTML",
    html(HTML),
    'the answer is not JSON (status 200, text/html, 89 bytes: <!doctype html> <html …="…"><head><title>Sign in to …, …</title></head>)'
  ],
  ["cut short", json('{"rows":[{"id":"1","name":"Ada Love'), "the JSON is cut short"],
  ["JSON without the list", { body: { error: "maintenance" } }, "the answer lacks the expected list of rows"],
  ["empty", { status: 204 }, "the answer lacks the expected list of rows (status 204, no content type, 0 bytes)"]
]

describe("An answer that cannot be read", () => {
  it.each(unreadable)("is retried like a 5xx and ends as an error of the vendor: %s", async (_, answer) => {
    const { failure, received, seconds } = await readList(() => answer)
    expect(failure).toMatchObject({ endpoint: "/rows" })
    expect(VendorError.meaning[failure?._tag ?? "BadPayload"]).toEqual({
      reason: "VENDOR_DOWN",
      isRetryable: true
    })
    expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
    expect(seconds).toBeGreaterThan(11)
  })

  it.each([
    ["without an end", `{"rows":[${"[".repeat(100_000)}`],
    ["complete", `{"rows":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}`]
  ])("is not requested again if it is 100,000 levels deep, because it would be the next time: %s", async (_, body) => {
    const { failure, received } = await readList(() => json(body))
    expect(failure).toMatchObject({ _tag: "AnswerTooLarge", detail: "the answer is nested deeper than 256 levels" })
    expect(received).toHaveLength(1)
  })

  it.each(unreadable)("costs nothing if a later answer can be read: %s", async (_, answer) => {
    const { failure, found } = await readList((index) => (index < 2 ? answer : rows))
    expect([failure, found]).toEqual([null, [{ id: "1" }]])
  })

  it.each(unreadable)("is described by what was received: %s", async (_, answer, detail) => {
    const { failure } = await readList(() => answer)
    expect(failure?.detail.slice(0, detail.length)).toBe(detail)
  })

  it.each([
    ["a text", html("alice@example.com logged out. Error 4711, token xoxb-12-s3cret"), "… error …, token …"],
    [
      "JSON",
      json('{"users":{"ada.lovelace":{"phone":"+44 20"},"error":"access denied for Grace"}}'),
      '{"users":{"…":{"'
    ],
    ["a page of the customer", html(HTML), "<title>Sign in to …, …</title>"]
  ])("is quoted only with words that say what kind of answer it is: %s", async (_, answer, quote) => {
    const { failure } = await readList(() => answer)
    const said = failure?.detail.toLowerCase() ?? ""
    expect(said).toContain(quote.toLowerCase())
    for (const secret of ["alice", "example", "4711", "xoxb", "s3cret", "lovelace", "44", "grace", "acme", "ada"]) {
      expect(said.replace(/status \d+|\d+ bytes/g, "")).not.toContain(secret)
    }
  })

  it("is quoted without long runs of masked data", async () => {
    const row = Object.fromEntries(
      ["login", "email", "phone", "city"].map((field) => [`customer_${field}`, "Ada Lovelace"])
    )
    const cut = JSON.stringify([row, { ...row, error: "access denied" }, row, row])
    const { failure } = await readList(() => json(cut.slice(0, -9)))
    expect(failure?.detail).toBe(
      'the JSON is cut short (status 200, application/json, 532 bytes: [{"…":"…","… "error":"access denied"},{"…":"…", …)'
    )
  })

  it("is never quoted if it comes from a token endpoint", async () => {
    const url = "https://acme.example/token"
    const auth: Authentication.TokenSource = { url, form: {} }
    const send = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: "/rows", url: "/rows" }))
    const told = async (answer: Answer) => {
      const { exit, received } = await converse(() => answer, Effect.flip(send), { auth })
      return { received: received.length, error: Exit.isSuccess(exit) ? exit.value : null }
    }
    expect(await told(json('{"access_token":"error'))).toMatchObject({
      received: VendorHttp.MAX_ATTEMPTS,
      error: { endpoint: "/token", detail: "the JSON is cut short (status 200, application/json, 22 bytes)" }
    })
    expect(await told(json('{"access":"error"}'))).toMatchObject({
      received: VendorHttp.MAX_ATTEMPTS,
      error: { detail: "the answer lacks a token (status 200, application/json, 18 bytes)" }
    })
  })

  it("is never requested again if the request wrote something", async () => {
    const write = Effect.flatMap(VendorHttp.VendorHttp, (http) =>
      http.send({ endpoint: "/rows", url: "/rows", method: "POST", body: {} })
    )
    const { exit, received } = await converse(() => html(HTML), Effect.flip(write))
    expect(received).toHaveLength(1)
    expect(exit).toMatchObject({ value: { _tag: "UnreadableAnswer", status: 200 } })
  })

  it("keeps the position of a list, so that the next run resumes it", async () => {
    const pagination = Pagination.cursor({ items: "rows", from: "next", param: "after" })
    const resumed = PageWalk.pages({ ...walk, pagination }, { list: 0, next: { query: { after: "7" } } })
    const { exit } = await converse(() => html(HTML), Effect.flip(Stream.runDrain(resumed)))
    expect(exit).toMatchObject({ value: { _tag: "UnreadableAnswer" } })
  })
})
