import { describe, expect, it } from "@effect/vitest"
import { Extractor, RecordKind } from "@tributary/core"
import { Stream } from "effect"
import { extract } from "./extract.js"

describe("Extractor.fromStream", () => {
  const draft = (vendor_id: string): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
    vendor_id,
    name: vendor_id,
    device_ids: []
  })
  const stream = (...emitted: ReadonlyArray<Extractor.Emitted<RecordKind.Draft<typeof RecordKind.DeviceGroup>>>) =>
    Extractor.fromStream({
      record: RecordKind.DeviceGroup,
      endpoint: "/device-groups",
      permissions: ["devices.read"],
      pages: () => Stream.fromIterable(emitted)
    })

  it("passes on drafts, checkpoints and removed ids", async () => {
    const { pages, ids } = await extract(
      stream({ drafts: [draft("a")], checkpoint: { after: "a" } }, { drafts: [], removed: ["b"] }),
      () => ({})
    )
    expect(ids).toEqual(["device_group a"])
    expect(pages.map(({ checkpoint }) => checkpoint)).toEqual([{ after: "a" }, null])
    expect(pages[1]?.batches[0]?.removed).toEqual(["b"])
  })

  it.each([
    ["rows", [{ start: 2 }, { start: 4 }]],
    ["pages", [{ url: "https://acme.example/groups?page=2" }, { url: "https://acme.example/groups?page=3" }]]
  ])(
    "drops checkpoints that count %s, because a later run would continue at a shifted index",
    async (_, [one, two]) => {
      const drafts = (...ids: ReadonlyArray<string>) => ids.map((id) => draft(id))
      const { pages } = await extract(
        stream(
          { drafts: drafts("a", "b"), checkpoint: one ?? null },
          { drafts: drafts("c", "d"), checkpoint: two ?? null },
          { drafts: [] }
        ),
        () => ({})
      )
      expect(pages.map(({ checkpoint }) => checkpoint)).toEqual([null, null, null])
    }
  )

  it("names the fields that could not be read, in every piece of a page", async () => {
    const unread = {
      fields: ["device_ids"],
      endpoint: "/members",
      permissions: ["members.read"],
      reason: "answered 403"
    }
    const drafts = Array.from({ length: 501 }, (_, index) => draft(`d${index}`))
    const { pages } = await extract(stream({ drafts, unread: [unread] }, { drafts: [draft("a")] }), () => ({}))
    expect(pages.map((page) => page.unread)).toEqual([
      [{ kind: RecordKind.DeviceGroup, ...unread }],
      [{ kind: RecordKind.DeviceGroup, ...unread }],
      undefined
    ])
    expect(pages.map(({ batches }) => batches[0]?.records[0]?.unread)).toEqual([["device_ids"], ["device_ids"], []])
    const { defect } = await extract(
      stream({ drafts: [draft("a")], unread: [{ ...unread, fields: ["members"] }] }),
      () => ({})
    )
    expect(String(defect)).toContain("device_group has no field members")
  })

  it("cuts very many drafts into pieces, which a later run reads again together", async () => {
    const drafts = Array.from({ length: 501 }, (_, index) => draft(`d${index}`))
    const { pages } = await extract(
      stream({ drafts: [draft("a")], checkpoint: { after: "a" } }, { drafts, checkpoint: { after: "z" } }),
      () => ({})
    )
    expect(pages.map(({ batches, checkpoint }) => [batches[0]?.records.length, checkpoint])).toEqual([
      [1, { after: "a" }],
      [500, { after: "a" }],
      [1, { after: "z" }]
    ])
  })

  it("passes on the total of one response, but not of several, and fails if drafts are missing", async () => {
    const one = await extract(stream({ drafts: [draft("a"), draft("b")], total: 2 }), () => ({}))
    expect(one.pages.map(({ total }) => total)).toEqual([2])
    const several = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("b")], total: 2 }), () => ({}))
    expect(several.pages.map(({ total }) => total)).toEqual([undefined, undefined])
    const short = await extract(stream({ drafts: [draft("a")], total: 2 }), () => ({}))
    expect(short.failure).toMatchObject({ _tag: "ServerError", detail: "ended after 1 of 2 rows" })
  })

  it("fails on two equal pages, unless they are empty or tell changes", async () => {
    const twice = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("a")] }), () => ({}))
    expect(twice.failure).toMatchObject({ _tag: "BadPayload", endpoint: "/device-groups", detail: "repeated a page" })
    const told = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("a")] }), () => ({}), { delta: "1" })
    expect(told.failure).toBeNull()
    const empty = await extract(stream({ drafts: [] }, { drafts: [] }, { drafts: [draft("a")] }), () => ({}))
    expect(empty.failure).toBeNull()
  })
})
