import { describe, expect, it } from "@effect/vitest"
import { Checkpoint, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { type Answer, BASE_URL } from "../../FakeVendor.js"
import { groups, toItsmUser, userList } from "../../testing/Acme.js"
import { extract } from "../extract.js"

const table = (endpoint: string) =>
  Extractor.make({
    ...userList,
    endpoint,
    permissions: [`${endpoint} read`],
    pagination: Pagination.cursor({ items: "items", from: "next", param: "page" }),
    toRecord: toItsmUser
  })

const group = (id: string) => ({ id, name: id, created: "2024-05-01T08:30:00Z" })
const user = (id: string) => ({ id, name: id })

/** Two tables, each with two pages of one row. */
const tables = (path: string): Answer => {
  const { pathname, searchParams } = new URL(path, BASE_URL)
  const isSecond = searchParams.get("page") === "2"
  return { body: { items: [user(`${pathname}${isSecond ? 2 : 1}`)], next: isSecond ? null : "2" } }
}

describe("Extractor.concat", () => {
  const both = Extractor.concat(table("/a"), table("/b"))

  it("reads every part, and lists the permissions of all parts", async () => {
    const { vendorIds, pages } = await extract(both, tables)
    expect(vendorIds).toEqual(["/a1", "/a2", "/b1", "/b2"])
    expect(pages.at(-1)?.checkpoint).toBeNull()
    expect(both.lists.map(({ endpoint }) => endpoint)).toEqual(["/a", "/b"])
    expect(both.kinds).toEqual([RecordKind.ItsmUser])
    expect(both.permissions).toEqual(["/a read", "/b read"])
    expect(both.isIncremental).toBe(true)
  })

  it("resumes at every checkpoint without skipping anything", async () => {
    const { pages } = await extract(both, tables)
    for (const [index, { checkpoint }] of pages.entries()) {
      if (checkpoint === null) continue
      const rest = pages.slice(index + 1).flatMap(({ batches }) => batches.flatMap(({ records }) => records))
      const { vendorIds } = await extract(both, tables, { checkpoint })
      expect(vendorIds).toEqual(expect.arrayContaining(rest.map(({ vendorId }) => vendorId)))
    }
    expect((await extract(both, tables, { checkpoint: { part: 7 } })).vendorIds).toHaveLength(4)
  })

  it("announces no total, because a record may have moved to a part that was read already", async () => {
    const counted = (endpoint: string) =>
      Extractor.make({ ...userList, endpoint, pagination: Pagination.none({ items: "rows", total: "count" }) })
    const two = Extractor.concat(counted("/a"), counted("/b"))
    const { pages } = await extract(two, (path) => ({ body: { rows: [user(path)], count: 1 } }))
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => undefined))
  })

  it("distinguishes the completed rows of one part from rows of another part with the same ids", async () => {
    const { pages, paths } = await extract(
      Extractor.concat(groups(), groups()),
      (path) => {
        if (path.startsWith("/groups?")) return { body: { items: [group("a")], total: 1 } }
        return { body: path.endsWith("/tags") ? { tags: [] } : { items: [], next: null } }
      },
      { completedParents: (ids) => Effect.succeed(new Set(ids.filter((id) => id === "a"))) }
    )
    expect(paths.filter((path) => path.endsWith("/members"))).toEqual(["/groups/a/members"])
    expect(pages.flatMap(({ completedParents = [] }) => completedParents)).toEqual(["1/a"])
  })

  it("reads the other parts if one is refused, and then fails with the refusal", async () => {
    const without =
      (refused: string) =>
      (path: string): Answer =>
        path.startsWith(refused) ? { status: 403 } : tables(path)
    const last = await extract(both, without("/b"))
    expect([last.vendorIds, last.paths.filter((path) => path.startsWith("/b"))]).toEqual([
      ["/a1", "/a2"],
      [expect.any(String)]
    ])
    expect(last.failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/b" })
    const first = await extract(both, without("/a"))
    expect(first.vendorIds).toEqual(["/b1", "/b2"])
    expect(first.failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/a" })
  })

  it("begins with the first part again after a refusal, wherever a run resumes, and never ends as if it were complete", async () => {
    const three = Extractor.concat(table("/a"), table("/b"), table("/c"))
    const broken = (path: string): Answer => (path.startsWith("/b") ? { status: 403 } : tables(path))
    const { failure, pages } = await extract(three, broken)
    expect(failure).toMatchObject({ endpoint: "/b" })
    expect(pages.filter(({ checkpoint }) => checkpoint === null)).toEqual([])
    expect(pages.at(-1)?.checkpoint).toEqual(Checkpoint.START)
    for (const { checkpoint } of pages) {
      const resumed = await extract(three, broken, { checkpoint })
      expect(resumed.failure).toMatchObject({ endpoint: "/b" })
      const granted = await extract(three, tables, { checkpoint })
      expect(granted.failure).toBeNull()
      expect(granted.vendorIds).toEqual(expect.arrayContaining(["/b1", "/b2"]))
    }
    const again = await extract(three, broken, { checkpoint: pages.at(-1)?.checkpoint ?? null })
    expect(again.vendorIds).toEqual(["/a1", "/a2", "/c1", "/c2"])
  })

  it("asks a part once more that an earlier run of the scan found refused, and is complete if the vendor then answers", async () => {
    const broken = (path: string): Answer => (path.startsWith("/a") ? { status: 403 } : tables(path))
    const [first] = (await extract(both, broken)).pages
    const { failure, pages, vendorIds } = await extract(both, tables, { checkpoint: first?.checkpoint ?? null })
    expect([failure, vendorIds, pages.at(-1)?.checkpoint]).toEqual([null, ["/b1", "/b2", "/a1", "/a2"], null])
  })

  it("asks a refused part once in a run", async () => {
    const broken = (path: string): Answer => (path.startsWith("/a") ? { status: 403 } : tables(path))
    const { paths } = await extract(both, broken)
    expect(paths.filter((path) => path.startsWith("/a"))).toHaveLength(1)
  })

  it.each([401, 404, 400])("stops at once if a part answers %i, which is not about that part alone", async (status) => {
    const broken = (path: string): Answer => (path.startsWith("/a") ? { status } : tables(path))
    const { failure, paths } = await extract(both, broken)
    expect(failure).toMatchObject({ endpoint: "/a" })
    expect(paths.filter((path) => path.startsWith("/b"))).toEqual([])
  })

  it("throws if only some parts are logs, because a full scan of the others would remove the events", () => {
    const log = Extractor.make({ ...userList, endpoint: "/log", isLog: true })
    expect(() => Extractor.concat(table("/a"), log)).toThrow("/a and /log are read as one list")
    expect(Extractor.concat(log, log).isLog).toBe(true)
  })

  it("reads a delta only if every part can", async () => {
    const { since: _, ...fullOnly } = userList
    const mixed = Extractor.concat(table("/a"), Extractor.make({ ...fullOnly, endpoint: "/b" }))
    expect(mixed.isIncremental).toBe(false)
    const since = "2024-05-01T00:00:00.000Z"
    const { paths } = await extract(both, tables, { since })
    expect(paths.every((path) => path.includes("since="))).toBe(true)
  })
})
