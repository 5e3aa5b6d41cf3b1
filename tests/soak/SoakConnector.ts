import { Connector, Credentials, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Redacted, Schema } from "effect"

/** The vendor's name. */
export const VENDOR = "SOAK"

const SoakUser = Schema.Struct({ id: Schema.String, name: Schema.String })

const users = Extractor.make({
  record: RecordKind.IdpUser,
  endpoint: "/users",
  row: SoakUser,
  pagination: Pagination.cursor({ items: "items", limit: 10, from: "next", param: "after" }),
  permissions: ["users:read"],
  toRecord: ({ id, name }) => ({
    domain: "soak.example",
    email_addr: `${id}@soak.example`,
    full_name: name,
    name,
    vendor_id: id,
    vendor_status: "ACTIVE",
    vendor_created_at: "2020-01-01T00:00:00.000Z"
  })
})

/** A connector for a vendor that has users. */
export const soak = Connector.make({
  vendor: VENDOR,
  name: "Soak",
  description: "A list of users.",
  category: "TEST",
  authType: "API_KEY",
  docsUrl: "https://soak.example/docs",
  credentials: Schema.Struct({
    base_url: Credentials.baseUrl({ title: "Address", help: "The customer's address at the stand-in." }),
    api_key: Credentials.secret({ title: "API key", help: "The customer's key." })
  }),
  check: "/check",
  http: ({ api_key, base_url }) => ({
    baseUrl: base_url,
    headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) }
  }),
  exports: { idp: [users] }
})
