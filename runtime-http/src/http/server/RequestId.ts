import { randomUUID } from "node:crypto"

/** The header that names a request in the log, in both directions. */
export const HEADER = "x-request-id"

/** What may stand in a log line and a header without a second thought. */
const sane = /^[\w.~+/=:@-]{1,128}$/

/** The caller's own id where it is a sane token, else a new one. */
export const of = (sent: string | undefined): string => (sent !== undefined && sane.test(sent) ? sent : randomUUID())
