import { describe, expect, it } from "@effect/vitest"
import { Extractor, RecordKind } from "@tributary/core"
import { Schema, Stream } from "effect"
import { extract } from "../extract.js"

describe("Extractor.fromStream", () => {
  const draft = (vendor_id: string): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
    vendor_id,
    name: vendor_id
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
    "reads the last page again from a checkpoint that counts %s, because rows shift between two runs",
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
      expect(pages.map(({ checkpoint }) => checkpoint)).toEqual([null, { ...one, "tributary.index": true }, null])
      const checkpoint = pages[1]?.checkpoint ?? null
      const resumed = await extract(stream({ drafts: drafts("c", "d") }), () => ({}), { checkpoint })
      expect(resumed.pages.map(({ isInParts = false }) => isInParts)).toEqual([false, true])
    }
  )

  it("names the fields that could not be read, in every piece of a page", async () => {
    const unread = {
      fields: ["description"],
      endpoint: "/members",
      permissions: ["members.read"],
      problem: "PERMISSION_MISSING" as const,
      reason: "answered 403"
    }
    const drafts = Array.from({ length: 501 }, (_, index) => draft(`d${index}`))
    const { pages } = await extract(stream({ drafts, unread: [unread] }, { drafts: [draft("a")] }), () => ({}))
    expect(pages.map((page) => page.unread)).toEqual([
      [{ kind: RecordKind.DeviceGroup, ...unread }],
      [{ kind: RecordKind.DeviceGroup, ...unread }],
      undefined
    ])
    expect(pages.map(({ batches }) => batches[0]?.records[0]?.unread)).toEqual([["description"], ["description"], []])
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

  it("passes on the total of one response, but not of several, and is incomplete if drafts are missing", async () => {
    const one = await extract(stream({ drafts: [draft("a"), draft("b")], total: 2 }), () => ({}))
    expect(one.pages.map(({ total }) => total)).toEqual([2])
    const several = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("b")], total: 2 }), () => ({}))
    expect(several.pages.map(({ total }) => total)).toEqual([undefined, undefined])
    const short = await extract(stream({ drafts: [draft("a")], total: 2 }), () => ({}))
    expect(short.lacks).toEqual(["it ended after 1 of 2 rows"])
  })

  it("checks the total at the end of the stream, using the lowest one of the pages with rows", async () => {
    const page = (id: string, total: number) => ({ drafts: [draft(id)], total })
    const whole = await extract(stream(page("a", 3), page("b", 2), { drafts: [], total: 9 }), () => ({}))
    expect([whole.failure, whole.vendorIds]).toEqual([null, ["a", "b"]])
    const short = await extract(stream(page("a", 3), page("b", 3)), () => ({}))
    expect(short.lacks).toEqual(["it ended after 2 of 3 rows"])
    const delta = await extract(stream(page("a", 1)), () => ({}), { since: "2024-05-01T00:00:00Z" })
    expect(delta.pages.map(({ total }) => total)).toEqual([undefined])
  })

  it("continues its count in a resumed scan, and shows the author the checkpoint as it was emitted", async () => {
    const begins: Array<unknown> = []
    const counted = (...rest: ReadonlyArray<string>) =>
      Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/device-groups",
        permissions: [],
        total: "total",
        pages: ({ checkpoint }) => {
          begins.push(checkpoint)
          const first = { drafts: [draft("a"), draft("b")], checkpoint: { after: "b" } }
          const last = { drafts: rest.map(draft), total: 4 }
          return Stream.fromIterable(checkpoint === null ? [first, last] : [last])
        }
      })
    const begun = await extract(counted("c", "d"), () => ({}))
    expect(begun.failure).toBeNull()
    const checkpoint = begun.pages[0]?.checkpoint ?? null
    const resumed = await extract(counted("c", "d"), () => ({}), { checkpoint })
    expect([resumed.failure, resumed.vendorIds]).toEqual([null, ["c", "d"]])
    const short = await extract(counted("c"), () => ({}), { checkpoint })
    expect(short.lacks).toEqual(["it ended after 3 of 4 rows"])
    const older = await extract(counted("c"), () => ({}), { checkpoint: { after: "b" } })
    expect(older.failure).toBeNull()
    expect(begins).toEqual([null, { after: "b" }, { after: "b" }, { after: "b" }])
  })

  it("fails on two equal pages, unless they are empty or list changes", async () => {
    const twice = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("a")] }), () => ({}))
    expect(twice.failure).toMatchObject({
      _tag: "IncompleteList",
      endpoint: "/device-groups",
      detail: "repeated a page"
    })
    const told = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("a")] }), () => ({}), { delta: "1" })
    expect(told.failure).toBeNull()
    const empty = await extract(stream({ drafts: [] }, { drafts: [] }, { drafts: [draft("a")] }), () => ({}))
    expect(empty.failure).toBeNull()
  })

  it("counts rejected rows as lists do, and as rows of the vendor's total", async () => {
    const rejected = { id: "b", issues: ["name: Expected string"] }
    const { batches, pages } = await extract(
      stream({ drafts: [draft("a")], rejections: [rejected, { ...rejected, id: null }], total: 3 }),
      () => ({})
    )
    expect(batches[0]?.rejections).toEqual([
      { kind: "device_group", vendorId: "b", issues: rejected.issues },
      { kind: "device_group", vendorId: null, issues: rejected.issues }
    ])
    // A row without an id may be that of any record.
    expect(batches[0]?.isIncomplete).toBe(true)
    expect(pages.map(({ total }) => total)).toEqual([3])
    const all = Array.from({ length: 10 }, (_, index) => ({ ...rejected, id: `r${index}` }))
    const many = await extract(stream({ drafts: [draft("a")], rejections: all }), () => ({}))
    expect(many.failure).toMatchObject({ _tag: "BadPayload", detail: "10 of 11 rows could not be read" })
  })

  it("reports what is missing if the author says so", async () => {
    const { pages } = await extract(
      stream({ drafts: [draft("a")], missing: "a page could not be read" }, { drafts: [draft("b")] }),
      () => ({})
    )
    const missing = [{ endpoint: "/device-groups", detail: "a page could not be read" }]
    expect(pages.map((page) => page.missing ?? [])).toEqual([missing, []])
  })

  it("names the endpoint that a repeated page comes from", async () => {
    const page = { drafts: [draft("a")], endpoint: "/more-groups" }
    const { failure } = await extract(stream(page, page), () => ({}))
    expect(failure).toMatchObject({ endpoint: "/more-groups", detail: "repeated a page" })
  })

  it("refuses a further endpoint whose refusal costs an unknown field, or no field at all", () => {
    const declaring = (further: object) => () =>
      Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/device-groups",
        permissions: [],
        further: [{ endpoint: "/members", permissions: [], ...further } as Extractor.FurtherEndpoint<"description">],
        pages: () => Stream.empty
      })
    expect(declaring({ fields: ["members"] })).toThrow("/members: device_group has no field members")
    expect(declaring({ isOptional: true })).toThrow("name in fields what a device_group lacks without it")
  })
})

describe("Extractor.readRows", () => {
  const read = Extractor.readRows({
    record: RecordKind.DeviceGroup,
    endpoint: "/device-groups",
    row: Schema.Struct({ id: Schema.String, name: Schema.String }),
    toRecord: ({ id, name }) => {
      if (name === "") throw new TypeError("no name")
      return { vendor_id: id, name }
    }
  })

  it("makes drafts of rows, and rejections with the id for rows that it cannot read or map", () => {
    const rows = [{ id: "a", name: "A" }, { id: "b" }, { id: "c", name: "" }, "not a row"]
    const { drafts, rejections } = read(rows)
    expect(drafts.map(({ vendor_id }) => vendor_id)).toEqual(["a"])
    expect(rejections.map(({ id }) => id)).toEqual(["b", "c", null])
    expect(rejections.map(({ issues }) => issues.join())).toMatchObject([
      expect.stringContaining("name"),
      "mapping: threw TypeError",
      expect.stringContaining("Expected")
    ])
  })

  it("throws if it is a log that does not read from an instant, and reads seven days of one at first", async () => {
    const asked: Array<string | null> = []
    const events = {
      record: RecordKind.IdpAuditEvent,
      endpoint: "/log",
      permissions: [],
      pages: ({ since }: Extractor.ExtractRequest) => {
        asked.push(since)
        return Stream.make({ drafts: [], checkpoint: null })
      }
    }
    expect(() => Extractor.fromStream(events)).toThrow("The list /log is a log")
    await extract(Extractor.fromStream({ ...events, isIncremental: true }), () => ({}))
    expect(asked).toEqual([expect.stringMatching(/Z$/)])
  })

  it("throws if the id of a raw row differs from that of its record", () => {
    const wrong = Extractor.readRows({
      record: RecordKind.DeviceGroup,
      endpoint: "/device-groups",
      row: Schema.Struct({ key: Schema.String }),
      toRecord: ({ key }) => ({ vendor_id: key, name: key })
    })
    expect(() => wrong([{ key: "a" }])).toThrow("Set the list's `id` option")
  })
})
