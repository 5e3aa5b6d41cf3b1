import {
  Changes,
  Connector,
  Credentials,
  Extractor,
  Pagination,
  RecordKind,
  Row,
  type VendorError
} from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"

const Group = Schema.Struct({ id: Schema.String, name: Schema.String })

const changes = Changes.of<typeof Group.Type>()({
  row: Schema.Struct({ id: Schema.String, removed: Row.nullish(Schema.Unknown) }),
  toChange: ({ id, removed }) => ({ id, isRemoved: removed !== null })
})

/** Pages that link to the next one, and at `delta` to what changes later. */
export const link = (delta: string) => Pagination.deltaLink({ items: "value", from: "next", delta })

/** A small connector for an invented vendor whose lists name where their next delta begins. */
export const acmeDeltas = (pagination: Pagination.Pagination, classify: VendorError.VendorError | null = null) =>
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

/** The address with which a delta begins. */
export const at = (query: string) => `${ConnectorTest.BASE_URL}/groups/delta?${query}`
/** A row of the list. */
export const row = (id: string) => ({ id, name: `Group ${id}` })

export const deltaReplies: ConnectorTest.Replies = {
  "GET /groups/delta": { body: { value: [row("1")], next: at("skip=2") } },
  "GET /groups/delta?skip=2": { body: { value: [row("2")], deltaLink: at("token=a") } },
  "GET /groups/delta?token=a": { body: { value: [], deltaLink: at("token=b") } }
}
