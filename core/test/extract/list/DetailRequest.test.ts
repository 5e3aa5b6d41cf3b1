import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import type { Answer } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const json = (body: unknown, status = 200): Answer => ({ status, body })

const devices = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/groups",
  row: Schema.Struct({ id: Schema.String, name: Schema.String }),
  pagination: Pagination.none({ items: "ids" }),
  detailRequest: {
    endpoint: "/details",
    batch: 2,
    query: (ids) => ({ ids: ids.join(",") }),
    items: "rows",
    permissions: ["groups.read"]
  },
  permissions: ["groups.read"],
  toRecord: ({ id, name }) => ({ name, vendor_id: id })
})

const row = (id: string) => ({ id, name: `Group ${id}` })

/** The run of a vendor that answers the question about the first two of three ids with `answer`. */
const run = (answer: Answer) =>
  extract(devices, (path) => {
    if (path === "/groups") return json({ ids: ["1", "2", "3"] })
    return path.includes("3") ? json({ rows: [row("3")] }) : answer
  })

const missing = async (answer: Answer) => {
  const { ids, pages } = await run(answer)
  return { ids, missing: pages.flatMap((page) => page.missing ?? []) }
}

describe("a detail request", () => {
  it("reads the rows of the listed ids in batches", async () => {
    const { ids, missing: left } = await missing(json({ rows: [row("1"), row("2")] }))
    expect(ids).toEqual(["device_group 1", "device_group 2", "device_group 3"])
    expect(left).toEqual([])
  })

  it.each([
    { sign: "status 206", answer: json({ rows: [row("1")] }, 206), detail: "its last page was answered 206" },
    {
      sign: "errors",
      answer: json({ rows: [row("1")], errors: [{ message: "a shard did not answer" }] }),
      detail: "it reported an error beside its rows"
    }
  ])("says what is missing if an answer has $sign", async ({ answer, detail }) => {
    const found = await missing(answer)
    expect(found.ids).toEqual(["device_group 1", "device_group 3"])
    expect(found.missing).toEqual([{ endpoint: "/details", detail }])
  })
})
