import { randomUUID } from "node:crypto"

/** The header that carries a request's id, in requests and in responses. */
export const HEADER = "x-request-id"

/** Ids that are safe to write into a log line and a header. */
const safe = /^[\w.~+/=:@-]{1,128}$/

/** The caller's id if it is safe to log, otherwise a new one. */
export const of = (sent: string | undefined): string => (sent !== undefined && safe.test(sent) ? sent : randomUUID())
