/** The requests of the connectors, which the stand-in answers. */
export const CHECK_PATH = "/check"
export const TICKETS_PATH = "/tickets"

/** The path of the list that becomes a kind of record. */
export const listPath = (kind: string): string => `/lists/${kind}`
