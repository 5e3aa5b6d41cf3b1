import { describe, expect, it, vi } from "@effect/vitest"
import { type AnswerMemory, Authentication, Pagination, VendorHttp } from "@tributary/core"
import { Effect, Redacted, Stream } from "effect"
import * as PageWalk from "../../../src/extract/walk/PageWalk.js"
import { type Answer, BASE_URL, converse } from "../../FakeVendor.js"

const MIB = 1_048_576
const ROWS = 6_000

const walk: PageWalk.Walk = {
  endpoint: "/rows",
  url: "/rows",
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "cursor" }),
  queries: [{}],
  isTopLevel: true
}

const page = (name: string, next: string | null): Answer => {
  const rows = Array.from({ length: ROWS }, (_, index) => ({ id: `${name}${index}`, text: "x".repeat(900) }))
  return { body: JSON.stringify({ rows, next }) }
}

const idsOf = (rows: ReadonlyArray<unknown>) => rows.map((row) => (row as { readonly id: string }).id)

/** Memory that says what happens to it. */
const watched = (events: Array<string>, isFull: () => boolean = () => false): AnswerMemory.AnswerMemory["Type"] => {
  const take: AnswerMemory.Take = (bytes, held, isPage) =>
    Effect.gen(function* () {
      events.push(`takes ${bytes / MIB} MiB for ${isPage ? "a page" : "an answer"}`)
      if (isFull()) return yield* Effect.never
      held.add(() => events.push("releases"))
      return { keep: (kept: number) => void events.push(`keeps ${(kept / MIB).toFixed(0)} MiB`) }
    })
  return () => take
}

const run = (
  answer: (index: number) => Answer,
  memory: AnswerMemory.AnswerMemory["Type"],
  seen: (piece: PageWalk.WalkedPage) => void,
  changes: Partial<PageWalk.Walk> = {}
) =>
  converse(
    (_, index) => answer(index),
    Stream.runForEach(PageWalk.pages({ ...walk, ...changes }, null), (piece) => Effect.sync(() => seen(piece))),
    {},
    null,
    memory
  )

describe("A long page", () => {
  it("is parsed again piece by piece, each when the one before it has been taken", async () => {
    const parse = vi.spyOn(JSON, "parse")
    const parsed: Array<number> = []
    const ids: Array<string> = []
    try {
      await run(
        () => page("a", null),
        watched([]),
        ({ rows }) => {
          expect(rows.length).toBeLessThanOrEqual(500)
          ids.push(...idsOf(rows))
          parsed.push(parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0))
        }
      )
    } finally {
      parse.mockRestore()
    }
    expect(ids).toEqual(Array.from({ length: ROWS }, (_, index) => `a${index}`))
    // With the first piece, only the check of the whole page and the fingerprint of some rows are behind it.
    expect((parsed.at(-1) ?? 0) - (parsed[0] ?? 0)).toBeGreaterThan(4 * MIB)
  })

  it("holds its memory until the piece behind its last one is asked for, and then its memory is taken before the request", async () => {
    const events: Array<string> = []
    await run(
      (index) => {
        events.push(`asks ${index}`)
        return index === 0 ? page("a", "2") : page("b", null)
      },
      watched(events),
      ({ rows }) => {
        if (idsOf(rows).includes(`a${ROWS - 1}`)) events.push("has the last row")
      }
    )
    expect(events).toEqual([
      "asks 0",
      "takes 64 MiB for a page",
      "keeps 5 MiB",
      "has the last row",
      "releases",
      "takes 64 MiB for a page",
      "asks 1",
      "keeps 5 MiB",
      "releases"
    ])
  })

  it("of a list below a row is parsed as a whole and holds its memory no longer, because it would wait for the page of the row", async () => {
    const events: Array<string> = []
    await run(
      () => page("a", null),
      watched(events),
      () => void events.push("piece"),
      { isTopLevel: false }
    )
    expect(events.slice(0, 4)).toEqual(["takes 64 MiB for an answer", "keeps 21 MiB", "releases", "piece"])
  })

  it("releases its memory if its run ends in the middle", async () => {
    const events: Array<string> = []
    await converse(() => page("a", null), Stream.runHead(PageWalk.pages(walk, null)), {}, null, watched(events))
    expect(events.at(-1)).toBe("releases")
  })

  it("closes its connection after some seconds without memory, and is asked for again when there is some", async () => {
    const isFirst = [true]
    const ids: Array<string> = []
    const { received, seconds } = await run(
      () => page("a", null),
      watched([], () => isFirst.pop() ?? false),
      ({ rows }) => ids.push(...idsOf(rows))
    )
    expect([received.length, seconds, ids.length]).toEqual([2, 15, ROWS])
  })

  it("fails its list if it waited for memory too long, and is not asked for again", async () => {
    const memory: AnswerMemory.AnswerMemory["Type"] = () => () =>
      Effect.delay(Effect.fail("others held it"), "1 minute")
    const { exit, received } = await run(
      () => page("a", null),
      memory,
      () => undefined
    )
    const error = { _tag: "AnswerTooLarge", endpoint: "/rows", detail: "others held it" }
    expect(exit).toMatchObject({ _tag: "Failure", cause: { _tag: "Fail", error } })
    expect(received).toHaveLength(1)
  })

  it("does not keep its memory from the token that its request needs", async () => {
    const events: Array<string> = []
    const auth = Authentication.clientCredentials({
      url: `${BASE_URL}/token`,
      clientId: "id",
      clientSecret: Redacted.make("secret")
    })
    const token = JSON.stringify({ access_token: "t", expires_in: 3_600, text: Array(6_000).fill("x".repeat(900)) })
    await converse(
      ({ url }) => (url.endsWith("/token") ? { body: token } : page("a", null)),
      Stream.runDrain(PageWalk.pages(walk, null)),
      { auth },
      null,
      watched(events)
    )
    expect(events).toEqual([
      "takes 64 MiB for an answer",
      "keeps 21 MiB",
      "releases",
      "takes 64 MiB for a page",
      "keeps 5 MiB",
      "releases"
    ])
  })

  it("is read without memory if its request must not be sent twice", async () => {
    const { exit, received } = await converse(
      () => page("a", null),
      Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ method: "POST", url: "/rows", endpoint: "/rows" })),
      {},
      null,
      watched([], () => true)
    )
    expect([exit._tag, received.length]).toEqual(["Success", 1])
  })

  it("leaves out the rows that the customer did not choose", async () => {
    const ids: Array<string> = []
    await converse(
      () => page("a", null),
      Stream.runForEach(PageWalk.pages(walk, null), ({ rows }) => Effect.sync(() => ids.push(...idsOf(rows)))),
      { chooses: (_, row) => (row as { readonly id: string }).id.endsWith("7") }
    )
    expect(ids).toEqual(Array.from({ length: ROWS / 10 }, (_, index) => `a${index * 10 + 7}`))
  })
})
