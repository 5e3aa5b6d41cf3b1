import { describe, expect, it } from "@effect/vitest"
import { Changes, Connector, Credentials, Extractor, Pagination, RecordKind, Row, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { failing } from "../FailingChecks.js"

const Group = Schema.Struct({ id: Schema.String, name: Schema.String })

const changes = Changes.of<typeof Group.Type>()({
  row: Schema.Struct({ id: Schema.String, removed: Row.nullish(Schema.Unknown) }),
  toChange: ({ id, removed }) => ({ id, isRemoved: removed !== null })
})

const link = (delta: string) => Pagination.deltaLink({ items: "value", from: "next", delta })

const make = (pagination: Pagination.Pagination, classify: VendorError.VendorError | null = null) =>
  Connector.make({
    vendor: "ACME",
    name: "Acme",
    description: "An invented vendor whose lists name where their next delta begins.",
    category: "IDP",
    authType: "API_KEY",
    docsUrl: "https://docs.acme.example/",
    credentials: Schema.Struct({
      base_url: Credentials.baseUrl({ title: "Address", help: "Where Acme is." }),
      api_key: Credentials.secret({ title: "Key", help: "Settings > Keys." })
    }),
    http: ({ base_url }) => ({ baseUrl: base_url, classify: ({ status }) => (status === 410 ? classify : null) }),
    check: "/groups/delta",
    exports: {
      idp: [
        Extractor.make({
          record: RecordKind.IdpGroup,
          endpoint: "/groups/delta",
          row: Group,
          pagination,
          permissions: ["groups.read"],
          changes,
          toRecord: (group) => ({
            name: group.name,
            description: "",
            types: [],
            vendor_id: group.id,
            vendor_created_at: "2024-05-01T08:30:00Z"
          })
        })
      ]
    }
  })

const at = (query: string) => `${ConnectorTest.BASE_URL}/groups/delta?${query}`
const row = (id: string) => ({ id, name: `Group ${id}` })

const replies: ConnectorTest.Replies = {
  "GET /groups/delta": { body: { value: [row("1")], next: at("skip=2") } },
  "GET /groups/delta?skip=2": { body: { value: [row("2")], deltaLink: at("token=a") } },
  "GET /groups/delta?token=a": { body: { value: [], deltaLink: at("token=b") } }
}

const EXPIRED = "an expired delta token starts a new full scan"
const sound = make(link("deltaLink"))

describe("The delta checks", () => {
  it("pass a sound connector, and inject an expired token", async () => {
    expect(ConnectorTest.checks(sound, { replies }).map(({ name }) => name)).toContain(EXPIRED)
    expect(await failing(sound, replies)).toEqual([])
  })

  it("catch a connector that finds no token", async () => {
    expect(await failing(make(link("token")), replies)).toEqual([
      "every page of every list is read exactly once",
      "a delta without changes leaves every record as it was",
      EXPIRED
    ])
  })

  it("catch a connector that classifies an expired token as an outage", async () => {
    const outage = new VendorError.ServerError({ endpoint: "/groups/delta", status: 410, detail: "answered 410" })
    expect(await failing(make(link("deltaLink"), outage), replies)).toEqual([EXPIRED])
  })

  it("start a delta where the last run ended, and remove what the vendor reports as removed", async () => {
    const first = await ConnectorTest.run(sound, { replies })
    expect([...first.deltas]).toEqual([["/groups/delta", at("token=a")]])
    const changed = { value: [{ id: "1", removed: { reason: "deleted" } }, row("3")], deltaLink: at("token=b") }
    const later = await ConnectorTest.run(sound, {
      replies: { ...replies, "GET /groups/delta?token=a": { body: changed } },
      stored: first.stored,
      deltas: first.deltas
    })
    expect(later.requests.map(({ url }) => url)).toEqual([at("token=a")])
    expect(later.records["idp_group"]?.map((group) => group["vendor_id"])).toEqual(["2", "3"])
    expect([...later.deltas.values()]).toEqual([at("token=b")])
  })
})
