import { hash } from "node:crypto"
import { parse } from "uuid"

/** How many bytes a UUID has. */
const UUID_BYTES = 16

/** The most bytes that one UTF-16 unit takes in UTF-8. */
const BYTES_PER_UNIT = 3

/** The bytes that names have room for; a longer name has a buffer of its own. */
const ROOM = 1_024

const bufferFor = (connectionId: string, room: number): Buffer => {
  const buffer = Buffer.allocUnsafe(UUID_BYTES + room)
  buffer.set(parse(connectionId))
  return buffer
}

/** The namespace of the id before, and room for a name behind it: the ids of a page have the same namespace. */
let last: { readonly connectionId: string; readonly buffer: Buffer } | null = null

/** The bytes of the namespace and of the name behind it, valid until the next call. */
const bytesOf = (connectionId: string, name: string): Uint8Array => {
  const room = name.length * BYTES_PER_UNIT
  if (last?.connectionId !== connectionId) last = { connectionId, buffer: bufferFor(connectionId, ROOM) }
  const buffer = room > ROOM ? bufferFor(connectionId, room) : last.buffer
  return buffer.subarray(0, UUID_BYTES + buffer.write(name, UUID_BYTES))
}

/** The variant of RFC 9562 in the digit that has two bits of it. */
const VARIANT = "89ab"

/**
 * The stable id of a record: a name-based UUID (RFC 9562, version 5) with the connection's id as its namespace.
 *
 * The same connection, record kind and `vendor_id` always produce the same id, on every machine and without a query. A
 * record can therefore refer to one that has not been read yet.
 */
export const derive = (connectionId: string, kind: string, vendorId: string): string => {
  // UTF-8 has one replacement for all lone surrogates, and a change may name an id with one as removed; JSON has them apart.
  const own = vendorId.isWellFormed() ? vendorId : JSON.stringify(vendorId)
  const hex = hash("sha1", bytesOf(connectionId, `${kind}:${own}`), "hex")
  const variant = VARIANT.charAt(Number.parseInt(hex.charAt(16), 16) % VARIANT.length)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
