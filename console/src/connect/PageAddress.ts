import { webAddressOf } from "../ui/WebAddress.js"

/** What the server says to the page: where the API is, and how the product looks. */
export interface PageData {
  /** The base address of the API. */
  readonly api: string
  /** The name of the product; null for none. */
  readonly product: string | null
  /** The colour of the product, as `#rrggbb`; null for that of the page. */
  readonly color: string | null
  /** The address of the product's logo; null for none. */
  readonly logo: string | null
  /** The origins whose pages may frame this one. */
  readonly origins: ReadonlyArray<string>
}

/** Reads what the server has written into the page; addresses are relative to that of the page. */
export const readData = (data: Readonly<Record<string, string | undefined>>, base: string): PageData => ({
  api: new URL(data["api"] ?? "../v1", base).href,
  product: data["product"] ?? null,
  color: data["color"] ?? null,
  logo: data["logo"] === undefined ? null : new URL(data["logo"], base).href,
  origins: data["origins"]?.split(" ") ?? []
})

/** Which session an address is for. */
export interface Link {
  /** The service's id of the session. */
  readonly sessionId: string
  /** The token of the link; null if the address has none, such as after it was opened. */
  readonly token: string | null
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const TOKEN = /^tribl_[\w-]+$/

/** Reads the address of the page; null if it is none of a link. */
export const readLink = (address: string): Link | null => {
  const { hash, pathname } = new URL(address)
  const sessionId = pathname.split("/").at(-1) ?? ""
  const token = hash.slice(1)
  return UUID.test(sessionId) ? { sessionId, token: TOKEN.test(token) ? token : null } : null
}

/** Where the customer is sent back to, with what came of it; null for nowhere, and for anything that is no address of the web. */
export const returnAddressOf = (text: string | null, connectionId: string | null): string | null => {
  const address = webAddressOf(text)
  if (address === null || connectionId === null) return address
  const url = new URL(address)
  url.searchParams.set("connection_id", connectionId)
  url.searchParams.set("status", "connected")
  return url.href
}
