import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { type Answer, BASE_URL } from "../FakeVendor.js"
import { toItsmUser, userList } from "../testing/Acme.js"
import { extract } from "./extract.js"

const table = (endpoint: string) =>
  Extractor.make({
    ...userList,
    endpoint,
    permissions: [`${endpoint} read`],
    pagination: Pagination.cursor({ items: "items", from: "next", param: "page" }),
    toRecord: toItsmUser
  })

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

  it("ends if a part fails", async () => {
    const broken = (path: string): Answer => (path.startsWith("/b") ? { status: 403 } : tables(path))
    const { vendorIds, failure } = await extract(both, broken)
    expect(vendorIds).toEqual(["/a1", "/a2"])
    expect(failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/b" })
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
