import * as VendorServer from "../../support/vendor/VendorServer.js"
import { finding } from "./FindingRow.js"
import { SIZES, type Size, user } from "./UserRow.js"

/** The HTTP server of a vendor that needs no time for an answer. */
export interface InstantVendor {
  /** The base address of a customer whose lists have so many rows. */
  readonly addressOf: (rows: number, size?: Size) => string
  readonly stop: () => Promise<void>
}

type Row = (index: number, size: Size) => object

/** The rows of each list; any other list is empty. */
const lists: Readonly<Record<string, Row>> = { users: user, findings: finding }

/** A page of a list with so many rows; the position after it is the cursor. */
export const page = (list: string, rows: number, size: Size, query: URLSearchParams): string => {
  const row = lists[list]
  if (row === undefined) return `{"items":[],"next":null}`
  const from = Number(query.get("after") ?? 0)
  const to = Math.min(rows, from + Number(query.get("limit") ?? rows))
  const items = Array.from({ length: Math.max(0, to - from) }, (_, index) => row(from + index, size))
  return JSON.stringify({ items, next: to < rows ? String(to) : null })
}

/** Starts the vendor. The paths of its lists are `/<rows>/<size>/<list>`. */
export const start = async (): Promise<InstantVendor> => {
  const { stop, url } = await VendorServer.start(({ url: { pathname, searchParams } }) => {
    const [, rows, name, list = ""] = pathname.split("/")
    const size = SIZES.find((each) => each === name) ?? "full"
    const body = list === "check" ? "{}" : page(list, Number(rows), size, searchParams)
    return { headers: { "content-length": String(Buffer.byteLength(body)) }, body }
  })
  return { addressOf: (rows, size = "full") => `${url}/${rows}/${size}`, stop }
}
