import { RecordKind } from "@tributary/core"
import type { PagedList, Paging } from "../../support/vendor/PagedList.js"

/** A list of the stand-in, which one extractor reads. */
export interface List extends PagedList {
  /** The kind of record that a row becomes; its name is also that of the extractor and of the list. */
  readonly kind: RecordKind.Any
  /** How many rows the list has at the start. */
  readonly size: number
}

const list = (
  kind: RecordKind.Any,
  paging: Paging,
  more: Pick<List, "size" | "pageSize"> & Partial<Pick<List, "hasTotal" | "hasPageCount" | "delta">>
): List => ({ kind, paging, hasTotal: false, delta: "none", ...more })

/** The lists of each vendor that the stand-in plays, by the vendor's name. */
export const lists = {
  CHAOS_TOKENS: [
    list(RecordKind.Resource, "linkHeader", { size: 160, pageSize: 25, hasTotal: true }),
    list(RecordKind.DevicePolicy, "cursor", { size: 120, pageSize: 20 }),
    list(RecordKind.ScanConfiguration, "scroll", { size: 90, pageSize: 20, hasTotal: true }),
    list(RecordKind.ItsmUser, "cursor", { size: 130, pageSize: 25, hasTotal: true })
  ],
  CHAOS_INDEXES: [
    list(RecordKind.Device, "offset", { size: 150, pageSize: 25, hasTotal: true }),
    list(RecordKind.DeviceGroup, "pageNumber", { size: 100, pageSize: 20, hasPageCount: true }),
    list(RecordKind.ItsmGroup, "indexedLink", { size: 110, pageSize: 20 }),
    list(RecordKind.Compliance, "offset", { size: 120, pageSize: 25 }),
    list(RecordKind.ItsmProject, "pageNumber", { size: 80, pageSize: 20 })
  ],
  CHAOS_CHANGES: [
    list(RecordKind.IdpUser, "nextLink", { size: 150, pageSize: 25, delta: "token" }),
    list(RecordKind.IdpGroup, "linkHeader", { size: 24, pageSize: 8 }),
    list(RecordKind.IdpPolicy, "linkHeader", { size: 90, pageSize: 20, delta: "since" }),
    list(RecordKind.Vulnerability, "exportJob", { size: 120, pageSize: 40 })
  ],
  CHAOS_BULK: [list(RecordKind.IdpApplication, "single", { size: 30_500, pageSize: 30_500, hasTotal: true })]
} as const satisfies Readonly<Record<string, ReadonlyArray<List>>>

/** The vendors that the stand-in plays. */
export type Vendor = keyof typeof lists

/** The list with the members of each group: `{id}` is the group's id. */
export const MEMBERS_PATH = "/idp_group/items/{id}/members"
