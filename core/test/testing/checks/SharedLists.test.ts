import { type Connector, Extractor, Pagination, RecordKind, Row, SharedList } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { acme, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const Host = Schema.Struct({ id: Schema.String, name: Schema.String, note: Row.nullish(Schema.String) })
type Host = typeof Host.Type

const hostList = {
  endpoint: "/hosts",
  pagination: Pagination.cursor({ items: "items", from: "next", param: "next" }),
  permissions: ["hosts.read"]
}
const shared = SharedList.make(hostList)

/** A connector with two export types that come from one list of hosts. */
const connector = (
  list: typeof hostList | typeof shared,
  describe: (host: Host) => string | null = ({ note }) => note
): Connector.Connector => ({
  ...acme(),
  exports: {
    ...acme().exports,
    device_groups: [
      Extractor.make({
        ...list,
        record: RecordKind.DeviceGroup,
        row: Host,
        toRecord: (host) => ({ name: host.name, description: describe(host), vendor_id: host.id })
      })
    ],
    device_policies: [
      Extractor.make({
        ...list,
        record: RecordKind.DevicePolicy,
        row: Host,
        toRecord: ({ id, name, note }) => ({ name, description: note, vendor_id: id })
      })
    ]
  }
})

const host = (id: string) => ({ id, name: `Host ${id}`, note: "rack 1" })

const scripted: ConnectorTest.Replies = {
  ...replies,
  "GET /hosts": { body: { items: [host("a"), host("b")], next: "2" } },
  "GET /hosts?next=2": { body: { items: [host("c")], next: null } }
}

describe("the kit, about a list of two export types", () => {
  it("finds nothing wrong with a sound connector, whose pages are requested once", async () => {
    expect(await failing(connector(shared), scripted)).toEqual([])
    const { requests } = await ConnectorTest.run(connector(shared), { replies: scripted })
    expect(requests.filter(({ url }) => url.includes("/hosts"))).toHaveLength(2)
  }, 120_000)

  it("finds that extractors with the same list request each page twice", async () => {
    expect(await failing(connector(hostList), scripted, /exactly once/)).toEqual([
      "every page of every list is read exactly once"
    ])
  })

  it("finds what one of the extractors does wrong", async () => {
    const broken = connector(shared, ({ note }) => (note as string).toUpperCase())
    expect(await failing(broken, scripted, /^\/hosts: a null or missing/)).toEqual([
      "/hosts: a null or missing field rejects its row only if the row schema refuses it, and never another row"
    ])
  })
})
