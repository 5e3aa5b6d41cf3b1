import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { finding } from "./FindingRow.js"
import { type Size, user } from "./UserRow.js"

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
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://vendor")
    const [, rows, size, list = ""] = pathname.split("/")
    const body = list === "check" ? "{}" : page(list, Number(rows), size === "small" ? "small" : "full", searchParams)
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    addressOf: (rows, size = "full") => `http://127.0.0.1:${port}/${rows}/${size}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}
