import { v5 } from "uuid"

/**
 * The stable id of a record: a name-based UUID (RFC 9562, version 5) with the connection's id as its namespace.
 *
 * The same (connection, record kind, `vendor_id`) has the same id for ever, on every machine, without a look-up; so a
 * record can refer to another one that has not been read yet.
 */
export const derive = (connectionId: string, kind: string, vendorId: string): string =>
  v5(`${kind}:${vendorId}`, connectionId)
