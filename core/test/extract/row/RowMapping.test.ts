import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Pagination, RecordKind, Row, VendorHttp } from "@tributary/core"
import { Effect, Schema, Stream } from "effect"
import type { Answer } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const AcmeGroup = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  note: Row.nullish(Schema.String)
})

const toGroup = ({ id, name, note }: typeof AcmeGroup.Type) => {
  if (name === "throw") throw new Error("no such group")
  return { name, description: note, vendor_id: id }
}

const mapped = { record: RecordKind.DeviceGroup, row: AcmeGroup, toRecord: toGroup }
const listed = { ...mapped, endpoint: "/groups", pagination: Pagination.none(), permissions: [] }

const Site = Schema.Struct({ id: Schema.String })

const readGroups = Extractor.readRows({ ...mapped, endpoint: "/groups" })

/** The same rows and the same mapping, as each of the ways to declare them. */
const WAYS: ReadonlyArray<readonly [way: string, extractor: Extractor.Any]> = [
  ["a list", Extractor.make(listed)],
  [
    "a list below a row",
    Extractor.below({
      endpoint: "/sites",
      row: Site,
      pagination: Pagination.none(),
      permissions: [],
      child: Child.of<typeof Site.Type>()({ ...listed, endpoint: "/sites/{id}/groups" })
    })
  ],
  [
    "an author's own stream",
    Extractor.fromStream({
      record: RecordKind.DeviceGroup,
      endpoint: "/groups",
      permissions: [],
      pages: () =>
        Stream.fromEffect(
          Effect.flatMap(VendorHttp.VendorHttp, (http) =>
            Effect.map(http.send({ endpoint: "/groups", url: "/groups" }), ({ body }) =>
              readGroups(body as ReadonlyArray<unknown>)
            )
          )
        )
    })
  ]
]

const good = { id: "a", name: "Servers", note: "racks" }

const read = (extractor: Extractor.Any, rows: ReadonlyArray<unknown>) =>
  extract(extractor, (path): Answer => ({ body: path === "/sites" ? [{ id: "s1" }] : rows }))

describe.each(WAYS)("A row of %s", (_, extractor) => {
  it("becomes the record that the mapping makes of it", async () => {
    const { batches, failure } = await read(extractor, [good])
    expect(failure).toBeNull()
    const records = batches.flatMap((batch) => batch.records)
    expect(records).toMatchObject([{ vendorId: "a", unread: [], unreadable: [] }])
    expect(JSON.parse(records[0]?.wire ?? "")).toMatchObject({ name: "Servers", description: "racks" })
  })

  it("is rejected with its id if the schema refuses it", async () => {
    const { rejections, vendorIds } = await read(extractor, [good, { id: "b", name: 7 }])
    expect(vendorIds).toEqual(["a"])
    expect(rejections).toMatchObject([{ vendorId: "b", issues: [expect.stringMatching(/^name: Expected/)] }])
  })

  it("loses only the fields that come from a nullable value that cannot be read", async () => {
    const { batches, rejections } = await read(extractor, [good, { ...good, id: "b", note: 7 }])
    expect(rejections).toEqual([])
    expect(batches.flatMap((batch) => batch.records)[1]).toMatchObject({ vendorId: "b", unread: ["description"] })
  })

  it("is rejected alone if its mapping throws, without the error's message", async () => {
    const { rejections, vendorIds } = await read(extractor, [good, { ...good, id: "b", name: "throw" }])
    expect(vendorIds).toEqual(["a"])
    expect(rejections).toMatchObject([{ vendorId: "b", issues: ["mapping: threw Error"] }])
  })
})

describe("The id of a row", () => {
  it("must equal the id of its record, however the list is declared", async () => {
    const asList = await extract(Extractor.make({ ...listed, id: "note" }), () => ({ body: [good] }))
    expect(asList.defect).toMatchObject({ name: "WrongRowId" })
    const below = Extractor.below({
      endpoint: "/sites",
      row: Site,
      pagination: Pagination.none(),
      permissions: [],
      child: Child.of<typeof Site.Type>()({ ...listed, id: "note", endpoint: "/sites/{id}/groups" })
    })
    expect((await read(below, [good])).defect).toMatchObject({ name: "WrongRowId" })
    expect(() => Extractor.readRows({ ...mapped, id: "note", endpoint: "/groups" })([good])).toThrow(
      "differs from the vendor_id"
    )
  })
})
