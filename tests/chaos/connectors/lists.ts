import { RecordKind } from "@tributary/core"

/** How the stand-in cuts a list into pages, or what else it offers instead of one long answer. */
export type Paging =
  /** The address of the next page in a Link header; it holds a token. */
  | "link"
  /** A token in the body. */
  | "cursor"
  /** A token of a snapshot that the vendor keeps open and returns once. */
  | "scroll"
  /** A start index and a total. */
  | "offset"
  /** A start index without a total. */
  | "bareOffset"
  /** A page number and the number of pages. */
  | "pages"
  /** A page number; an empty page is the end. */
  | "barePages"
  /** The address of the next page in the body; it holds a start index. */
  | "indexLinks"
  /** The address of the next page in the body, and of the next delta, which names removed rows. */
  | "delta"
  /** Like `link`, and a filter by the time of the last change. */
  | "since"
  /** A job that prepares chunks. */
  | "export"
  /** All rows in one answer. */
  | "single"

/** A list of the stand-in, which one extractor reads. */
export interface List {
  /** The kind of record that a row becomes; its name is also that of the extractor. */
  readonly kind: RecordKind.Any
  /** The path below the customer's address. */
  readonly path: string
  readonly paging: Paging
  /** Rows per page. */
  readonly limit: number
  /** How many rows the list has at the start. */
  readonly size: number
  /** Whether every page has the number of all rows. */
  readonly hasTotal: boolean
  /** Whether the pages are positions in a list that shifts while it is read. */
  readonly isIndexed: boolean
}

const list = (
  kind: RecordKind.Any,
  paging: Paging,
  more: { readonly size: number; readonly limit: number; readonly total?: boolean }
): List => ({
  kind,
  path: `/${kind.name}`,
  paging,
  limit: more.limit,
  size: more.size,
  hasTotal: more.total ?? false,
  isIndexed: ["offset", "bareOffset", "pages", "barePages", "indexLinks"].includes(paging)
})

/** The lists of each vendor that the stand-in plays, by the vendor's name. */
export const lists = {
  CHAOS_TOKENS: [
    list(RecordKind.Resource, "link", { size: 160, limit: 25, total: true }),
    list(RecordKind.DevicePolicy, "cursor", { size: 120, limit: 20 }),
    list(RecordKind.ScanConfiguration, "scroll", { size: 90, limit: 20, total: true }),
    list(RecordKind.ItsmUser, "cursor", { size: 130, limit: 25, total: true })
  ],
  CHAOS_INDEXES: [
    list(RecordKind.Device, "offset", { size: 150, limit: 25, total: true }),
    list(RecordKind.DeviceGroup, "pages", { size: 100, limit: 20 }),
    list(RecordKind.ItsmGroup, "indexLinks", { size: 110, limit: 20 }),
    list(RecordKind.Compliance, "bareOffset", { size: 120, limit: 25 }),
    list(RecordKind.ItsmProject, "barePages", { size: 80, limit: 20 })
  ],
  CHAOS_CHANGES: [
    list(RecordKind.IdpUser, "delta", { size: 150, limit: 25 }),
    list(RecordKind.IdpGroup, "link", { size: 24, limit: 8 }),
    list(RecordKind.IdpPolicy, "since", { size: 90, limit: 20 }),
    list(RecordKind.Vulnerability, "export", { size: 120, limit: 40 })
  ],
  CHAOS_BULK: [list(RecordKind.IdpApplication, "single", { size: 30_500, limit: 30_500, total: true })]
} as const satisfies Readonly<Record<string, ReadonlyArray<List>>>

/** The vendors that the stand-in plays. */
export type Vendor = keyof typeof lists

/** The list with the members of each group: `{id}` is the group's id. */
export const MEMBERS_PATH = "/idp_group/{id}/members"
