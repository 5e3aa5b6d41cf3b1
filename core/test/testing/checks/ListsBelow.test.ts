import { describe, expect, it } from "@effect/vitest"
import { Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { only } from "../../../src/testing/checks/kit/ConnectorUnderTest.js"
import { acme } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const Device = Schema.Struct({ id: Schema.String, name: Schema.String })
type Device = typeof Device.Type
const Answer = Schema.Struct({ device: Schema.String, text: Row.nullish(Schema.String) })

const list = { row: Device, pagination: Pagination.none(), permissions: ["devices.read"] }

/** What each server knows of the devices. */
const known = {
  below: {
    endpoint: "/servers",
    row: Schema.Struct({ id: Schema.String }),
    pagination: Pagination.none(),
    permissions: ["servers.read"]
  },
  row: Answer,
  pagination: Pagination.none(),
  permissions: ["servers.read"],
  isOptional: true,
  key: ({ device }: typeof Answer.Type) => device,
  matches: ({ id }: Device) => id
}

const devices = (mayBeMissing: boolean) =>
  Extractor.make({
    ...list,
    record: RecordKind.DeviceGroup,
    endpoint: "/devices",
    lookups: {
      notes: Lookup.joined<Device>()({
        ...known,
        endpoint: "/servers/{id}/notes",
        fields: ["description"],
        mayBeMissing
      }),
      owners: Lookup.joined<Device>()({
        ...known,
        endpoint: "/servers/{id}/owners",
        fields: ["created_by"],
        mayBeMissing
      })
    },
    toRecord: ({ id, name }, answers) => ({
      name,
      vendor_id: id,
      description: answers.notes?.[0]?.text ?? null,
      created_by: answers.owners?.[0]?.text ?? null
    })
  })

const replies: ConnectorTest.Replies = {
  "GET /devices": { body: ["a", "b", "c"].map((id) => ({ id, name: `Device ${id}` })) },
  "GET /servers": { body: [{ id: "s1" }, { id: "s2" }] },
  "GET /servers/s1/notes": { body: [{ device: "a", text: "first" }] },
  "GET /servers/s2/notes": {
    body: [
      { device: "b", text: "second" },
      { device: "c", text: null }
    ]
  },
  "GET /servers/s1/owners": { body: [{ device: "a", text: "ada" }] },
  "GET /servers/s2/owners": {
    body: [
      { device: "b", text: "grace" },
      { device: "c", text: "joan" }
    ]
  }
}

describe("The checks of two lookups whose answers are below the rows of one list", () => {
  it.each([
    ["have an answer for some rows", true],
    ["must have an answer for each row", false]
  ])("find nothing wrong if they %s", async (_, mayBeMissing) => {
    expect(await failing(only(acme(), devices(mayBeMissing)), replies)).toEqual([])
  })
})
