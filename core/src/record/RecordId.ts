import { v5 } from "uuid"

/**
 * The stable id of a record: a name-based UUID (RFC 9562, version 5) with the connection's id as its namespace.
 *
 * The same connection, record kind and `vendor_id` always produce the same id, on every machine and without a query. A
 * record can therefore refer to one that has not been read yet.
 */
export const derive = (connectionId: string, kind: string, vendorId: string): string =>
  v5(`${kind}:${vendorId}`, connectionId)
