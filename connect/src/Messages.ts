/** What the page and the product's page that frames it tell each other: the one place that says how the messages look. */

/** How far a connection is: connected, or stored and still without the consent that it needs. */
export type ConnectStatus = "connected" | "pending"

/** Whether a page is light or dark. */
export type ColorScheme = "dark" | "light"

/** What tells these messages from those of others, and from those of later versions. */
interface Stamp {
  readonly source: "tributary"
  readonly v: 1
}

const STAMP: Stamp = { source: "tributary", v: 1 }

/** What the product's page says to the framed page: who it is, by the origin of the message. */
export interface HostBody {
  readonly type: "hello"
  /** How the product's page looks; null, or absent, if it looks as the customer's system does. */
  readonly color_scheme?: ColorScheme | null
}

/** What the framed page says to the product's page. */
export type PageBody =
  | { readonly type: "ready" }
  /** The height of the page's content, in CSS pixels. */
  | { readonly type: "resize"; readonly height: number }
  /** The connection is stored. The product asks its own server what came of it, because a message proves nothing. */
  | { readonly type: "done"; readonly connection_id: string; readonly status: ConnectStatus }
  /** The connection that is stored but still lacks consent; null once none does. The product's page reports it if the customer closes the frame from outside. */
  | { readonly type: "waiting"; readonly connection_id: string | null }
  /** The customer has closed the page. */
  | { readonly type: "close" }

/** A message of the product's page. */
export type HostMessage = Stamp & HostBody

/** A message of the framed page. */
export type PageMessage = Stamp & PageBody

/** Makes a message of this version to the framed page. */
export const toPage = (body: HostBody): HostMessage => ({ ...STAMP, ...body })

/** Makes a message of this version to the product's page. */
export const toHost = (body: PageBody): PageMessage => ({ ...STAMP, ...body })

/** The fields of a message of this version, and of no other page; null for anything else. */
const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> | null => {
  if (typeof data !== "object" || data === null) return null
  const fields: Readonly<Record<string, unknown>> = { ...data }
  return fields["source"] === "tributary" && fields["v"] === 1 ? fields : null
}

/** Whether a message of the product's page is one of this version. */
export const isHostMessage = (data: unknown): data is HostMessage => fieldsOf(data)?.["type"] === "hello"

/** How the product's page looks; null if it looks as the customer's system does. */
export const colorSchemeIn = ({ color_scheme }: HostMessage): ColorScheme | null =>
  color_scheme === "light" || color_scheme === "dark" ? color_scheme : null

const isStatus = (status: unknown): status is ConnectStatus => status === "connected" || status === "pending"

/** Reads a message from the framed page; null if it is malformed or of another version. */
export const readPageMessage = (data: unknown): PageMessage | null => {
  const { connection_id, height, status, type } = fieldsOf(data) ?? {}
  if (type === "ready" || type === "close") return toHost({ type })
  if (type === "resize") {
    return typeof height === "number" && Number.isFinite(height) ? toHost({ type, height }) : null
  }
  if (type === "waiting") {
    return typeof connection_id === "string" || connection_id === null ? toHost({ type, connection_id }) : null
  }
  if (type !== "done" || typeof connection_id !== "string" || !isStatus(status)) return null
  return toHost({ type, connection_id, status })
}
