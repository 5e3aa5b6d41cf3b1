// What most kinds declare: how a deletion shows, and what identifies a record.
import type { Deletion } from "../defineKind.js"

export const vendorId = (draft: { readonly vendor_id: string }): string => draft.vendor_id

export const flag: Deletion = { _tag: "Flag" }

export const hide: Deletion = { _tag: "Hide" }

export const status: Deletion = { _tag: "Status", field: "status" }
