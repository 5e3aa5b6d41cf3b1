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
      stream({ drafts: [draft("a")], checkpoint: { at: 1 } }, { drafts: [], removed: ["b"] }),
      () => ({})
    )
    expect(ids).toEqual(["device_group a"])
    expect(pages.map(({ checkpoint }) => checkpoint)).toEqual([{ at: 1 }, null])
    expect(pages[1]?.batches[0]?.removed).toEqual(["b"])
  })

  it("fails on two equal pages in a row, unless they are empty", async () => {
    const twice = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("a")] }), () => ({}))
    expect(twice.failure).toMatchObject({ _tag: "BadPayload", endpoint: "/device-groups", detail: "repeated a page" })
    const empty = await extract(stream({ drafts: [] }, { drafts: [] }, { drafts: [draft("a")] }), () => ({}))
    expect(empty.failure).toBeNull()
  })
})
