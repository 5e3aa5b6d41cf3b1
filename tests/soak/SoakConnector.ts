import { Connector, Extractor, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { paginationOf } from "../support/vendor/pagination.js"
import * as StandInConnector from "../support/vendor/StandInConnector.js"
import { USERS } from "./SoakVendor.js"

/** The vendor's name. */
export const VENDOR = "SOAK"

const SoakUser = Schema.Struct({ id: Schema.String, name: Schema.String })

const users = Extractor.make({
  record: RecordKind.IdpUser,
  endpoint: "/users/items",
  row: SoakUser,
  pagination: paginationOf(USERS),
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
  ...StandInConnector.definition,
  http: StandInConnector.http,
  vendor: VENDOR,
  name: "Soak",
  description: "A list of users.",
  exports: { idp: [users] }
})
