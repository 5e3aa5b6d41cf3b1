import { describe, expect, it } from "@effect/vitest"
import type { Extractor } from "@tributary/core"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import { type Answer, BASE_URL, converse } from "../../FakeVendor.js"
import { groups } from "../../testing/Acme.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const PAGE = 20

/** Groups `g0`, `g1`, ... on pages of 20, with one member each; `missing` gives the status of a missing member list. */
const directory =
  (count: number, missing: (group: number, path: string) => number | null) =>
  (path: string): Answer => {
    if (path.startsWith("/groups?")) {
      const begin = Number(new URL(path, BASE_URL).searchParams.get("offset"))
      const ids = Array.from({ length: Math.min(PAGE, count - begin) }, (_, index) => `g${begin + index}`)
      const items = ids.map((id) => ({ id, name: id, created: "2024-05-01T08:30:00Z" }))
      return { body: { items, total: count } }
    }
    if (path.endsWith("/tags")) return { body: { tags: [] } }
    const group = Number(path.split("/")[2]?.slice(1))
    const status = missing(group, path)
    return status === null ? { body: { items: [{ id: "u" }], next: null } } : { status }
  }

const read = async (answer: (path: string) => Answer, checkpoint: Extractor.Checkpoint | null = null) => {
  const pages: Array<Extractor.Page> = []
  const reading = groups()
    .pages({ owner, since: null, checkpoint, delta: null })
    .pipe(
      Stream.tap((page) => Effect.sync(() => pages.push(page))),
      Stream.runDrain
    )
  const { exit, received } = await converse(({ url }) => answer(url.slice(BASE_URL.length)), reading)
  return {
    failure: Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause)),
    memberships: pages.flatMap(({ batches }) =>
      batches.flatMap(({ kind, records }) => (kind.name === "idp_group_membership" ? records : []))
    ).length,
    moved: pages.some((page) => page.checkpoint !== null),
    lists: received.filter(({ url }) => url.includes("/members")).length
  }
}

const one =
  (status = 404) =>
  (group: number) =>
    group === 7 ? status : null

describe("MissingParents", () => {
  it.each([404, 410])("treats a list that disappears during the run (%s) as empty", async (status) => {
    expect(await read(directory(25, one(status)))).toMatchObject({ failure: null, memberships: 24, lists: 25 })
  })

  it("fails the run before its checkpoint moves if the list is missing below every row", async () => {
    const { failure, moved } = await read(directory(3, () => 404))
    expect(failure).toMatchObject({
      _tag: "ClientError",
      status: 404,
      endpoint: "/groups/{id}/members",
      detail: "answered 404 for 3 of 3 parent rows"
    })
    expect(moved).toBe(false)
    expect((await read(directory(1, () => 404))).failure).toMatchObject({ _tag: "ClientError" })
  })

  it("fails the run before its checkpoint moves if more lists are missing than deleted rows can explain", async () => {
    const { failure, moved } = await read(directory(40, (group) => (group % 3 === 0 ? 404 : null)))
    expect(failure).toMatchObject({ _tag: "ClientError", detail: "answered 404 for 7 of 20 parent rows" })
    expect(moved).toBe(false)
    expect((await read(directory(40, (group) => (group % 4 === 3 ? 404 : null)))).failure).toBeNull()
  })

  it("stops requesting lists if those of the first rows are all missing", async () => {
    const { failure, lists } = await read(directory(20, () => 404))
    expect(failure).toMatchObject({ _tag: "ClientError", detail: "answered 404 for 11 of 11 parent rows" })
    expect(lists).toBe(11)
  })

  it("fails a resumed run in which no list proves that the path is right", async () => {
    const behind = { list: 0, next: { query: { offset: 20 } } }
    const answer = directory(21, (group) => (group === 20 ? 404 : null))
    expect((await read(answer)).failure).toBeNull()
    expect((await read(answer, behind)).failure).toMatchObject({ detail: "answered 404 for 1 of 1 parent rows" })
  })

  it("fails the run if a later page of the list is missing", async () => {
    const answer = directory(25, () => null)
    const { failure } = await read((path) => {
      if (path.startsWith("/groups/g7/members?cursor")) return { status: 404 }
      return path.startsWith("/groups/g7/members") ? { body: { items: [{ id: "u" }], next: "c2" } } : answer(path)
    })
    expect(failure).toMatchObject({ _tag: "ClientError", status: 404, endpoint: "/groups/{id}/members" })
  })

  it.each([
    [403, "Unauthorized"],
    [400, "ClientError"],
    [500, "ServerError"]
  ])("does not treat status %s as a missing list", async (status, tag) => {
    expect((await read(directory(25, one(status)))).failure).toMatchObject({ _tag: tag, status })
  })
})
