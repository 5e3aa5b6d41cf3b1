import type { ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"

/** A response before it is written: plain values, because one is made for every request. */
export interface Outgoing {
  readonly status: number
  /** In lower case; without `content-length`, which follows from the body. */
  readonly headers: Readonly<Record<string, string>>
  /** Null if there is none. */
  readonly body: string | Uint8Array | null
}

const JSON_TYPE = { "content-type": "application/json" } as const

/** A response of JSON text, such as a page of stored records. */
export const json = (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body
})

/** The response with more headers. */
export const withHeaders = ({ headers, ...rest }: Outgoing, more: Readonly<Record<string, string>>): Outgoing => ({
  ...rest,
  headers: { ...headers, ...more }
})

/** The length of a body in bytes. */
export const byteLength = (body: string | Uint8Array): number =>
  typeof body === "string" ? Buffer.byteLength(body) : body.byteLength

/** The length from which a text becomes bytes before it is written; a shorter one is sent in the same write as its head. */
const LONG = 4096

/** Writes the response. A long text becomes bytes once: Node would copy it several times to put its head in front of it. */
export const write = (response: ServerResponse, { body, headers, status }: Outgoing, method: string): void => {
  if (response.writableEnded) return
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const sent = typeof body === "string" && body.length >= LONG ? Buffer.from(body) : body
  response.writeHead(status, { ...headers, "content-length": String(byteLength(sent)) })
  if (method === "HEAD") response.end()
  else response.end(sent)
}

/** The part of a handler's response that can be compressed, or left out because the client has it. */
export const fromResponse = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): Outgoing => {
  if (body._tag === "Raw" && typeof body.body === "string") return { status, headers, body: body.body }
  const { "content-length": _length, ...rest } = headers
  return { status, headers: rest, body: body._tag === "Uint8Array" ? body.body : null }
}
