import { Extractor, Lookup, Pagination, RecordKind } from "@tributary/core"
import { Exit, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type Answer, BASE_URL, converse } from "../../../core/test/FakeVendor.js"
import * as UnreadFields from "../../src/vendor/UnreadFields.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const row = Schema.Struct({ id: Schema.String })
interface Device {
  readonly id: string
}
const list = { row, pagination: Pagination.none(), permissions: [] }

/** Devices, with their policies from the lists of two lookups, one of which is below another list. */
const devices = Extractor.make({
  ...list,
  record: RecordKind.DeviceGroup,
  endpoint: "/devices",
  since: (from) => ({ from }),
  lookups: {
    servers: Lookup.joined<Device>()({
      ...list,
      below: { ...list, endpoint: "/servers" },
      endpoint: "/servers/{id}/devices",
      fields: ["description"],
      isOptional: true,
      key: ({ id }) => id,
      matches: ({ id }) => id
    }),
    owners: Lookup.joined<Device>()({ ...list, endpoint: "/owners", key: ({ id }) => id, matches: ({ id }) => id })
  },
  toRecord: ({ id }, { servers }) => ({ name: id, vendor_id: id, description: servers?.[0]?.id ?? null })
})

const refused = (endpoint: string) => ({
  record_kind: RecordKind.DeviceGroup.name,
  fields: ["description"],
  endpoint,
  permissions: [],
  problem: "PERMISSION_MISSING" as const,
  reason: "answered 403",
  accepted_from: null
})

/** What the vendor now answers of the lookups that it refused, and what was asked. */
const granted = async (endpoint: string, answers: Readonly<Record<string, Answer>>) => {
  const { exit, received } = await converse(
    ({ url }) => answers[new URL(url).pathname] ?? { status: 403 },
    UnreadFields.granted(devices, owner, [refused(endpoint)])
  )
  return {
    answered: Exit.isSuccess(exit) ? exit.value.map((each) => each.endpoint) : [],
    asked: received.map(({ url }) => new URL(url.slice(BASE_URL.length), BASE_URL).pathname)
  }
}

const devicesOf = { "/devices": { body: [{ id: "d1" }] } }
const servers = { "/servers": { body: [{ id: "s1" }] } }

describe("UnreadFields.granted", () => {
  it("asks a refused list below another one through that one, and no other lookup", async () => {
    const inner = "/servers/{id}/devices"
    const open = await granted(inner, { ...devicesOf, ...servers, "/servers/s1/devices": { body: [] } })
    expect(open).toEqual({ answered: [inner], asked: ["/devices", "/servers", "/servers/s1/devices"] })
    expect((await granted(inner, { ...devicesOf, ...servers })).answered).toEqual([])
  })

  it("says that a list above others is answered again", async () => {
    const { answered } = await granted("/servers", { ...devicesOf, ...servers })
    expect(answered).toEqual(["/servers"])
  })
})
