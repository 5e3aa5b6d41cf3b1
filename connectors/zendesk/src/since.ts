/**
 * The parameters with which an export has all rows, from the first one on.
 *
 * https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/#parameters
 */
export const EVERYTHING = { start_time: 0 }

/**
 * The parameters with which an export has the rows that changed at or after an instant; Zendesk refuses one in the last minute.
 *
 * https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/#parameters
 */
export const changedSince = (instant: string) => ({ start_time: Math.floor(Date.parse(instant) / 1_000) })
