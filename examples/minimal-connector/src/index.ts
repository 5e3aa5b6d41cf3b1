import { Connector, Credentials, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Redacted, Schema } from "effect"
import { core, version } from "./version.generated.js"

/** A user: https://shelf.example/docs */
const ShelfUser = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Row.nullish(Schema.String),
  locked: Row.nullish(Schema.Boolean)
})

const users = Extractor.make({
  record: RecordKind.ItsmUser,
  endpoint: "/users",
  row: ShelfUser,
  pagination: Pagination.linkHeader({ limit: 100 }),
  permissions: ["users:read"],
  toRecord: (user) => ({
    name: user.name,
    email: user.email,
    status: user.locked === true ? "INACTIVE" : "ACTIVE",
    vendor_attributes: { id: user.id, vendor: "SHELF", created_at: null, updated_at: null, data: null }
  })
})

/** The connector for Shelf: https://shelf.example/docs */
export const shelf = Connector.make({
  vendor: "SHELF",
  name: "Shelf",
  version,
  core,
  description: "The users of Shelf.",
  category: "ITSM",
  authType: "API_KEY",
  docsUrl: "https://shelf.example/docs",
  credentials: Schema.Struct({
    api_key: Credentials.secret({
      title: "API key",
      help: "API key of your Shelf account, created at Settings > API > New key."
    })
  }),
  setupSteps: [
    "As an administrator of the account: Settings > API > New key. Give the key the permission users:read and no other.",
    "Copy the key, which is shown only once."
  ],
  http: ({ api_key }) => ({
    baseUrl: "https://api.shelf.example",
    headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) }
  }),
  check: "/users?limit=1",
  exports: { itsm_users: [users] }
})
