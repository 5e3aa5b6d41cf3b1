import { Lookup, Pagination, Row } from "@tributary/core"
import { Schema } from "effect"
import { READ_ONLY } from "../graph.js"
import { PAGE_SIZE } from "../pagination.js"
import type { JumpCloudSystem } from "../rows/system.js"

/** The primary user of a system: https://docs.jumpcloud.com/api/1.0/index.html#operation/systemusers_list */
export const JumpCloudOwner = Schema.Struct({ _id: Schema.String, email: Row.nullish(Schema.String) })
export interface JumpCloudOwner extends Schema.Schema.Type<typeof JumpCloudOwner> {}

/** The primary users of systems, a hundred per request: https://docs.jumpcloud.com/api/1.0/index.html#operation/systemusers_list */
export const owners = Lookup.batched<JumpCloudSystem>()({
  endpoint: `/api/systemusers?fields=_id+email&limit=${PAGE_SIZE}`,
  row: JumpCloudOwner,
  pagination: Pagination.none({ items: "results", total: "totalCount" }),
  permissions: READ_ONLY,
  batch: PAGE_SIZE,
  query: (ids) => ({ filter: `_id:$in:${ids.join("|")}` }),
  key: ({ _id }) => _id,
  keys: ({ primarySystemUser }) => primarySystemUser?.id ?? null,
  fields: ["owner_email"],
  isOptional: true,
  // The primary user may have been deleted.
  mayBeMissing: true
})
