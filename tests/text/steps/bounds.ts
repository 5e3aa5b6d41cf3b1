/*
 * How long a text can be at most when it reaches a step. What refuses longer ones stands in front of the step.
 */

const MIB = 1_048_576

/** What a vendor's answer has at most, by default. */
export const ANSWER = 64 * MIB
/** A text of a vendor is at most as long, with the quotes around it; see `MAX_TEXT_BYTES` of core. */
export const TEXT = 4 * MIB - 16
/** What Node accepts of the headers of an answer, and of the line and the headers of a request. */
export const HEADERS = 16_384
/** What a request's body has at most, by default. */
export const BODY = MIB
/** The longest address of a next page that is followed. */
export const LINK = 16_384
/** The most rows of a list in an answer. */
export const ROWS = 100_000
/** The most fields of a row. */
export const FIELDS = 50_000
/** The most values of an answer: fields, elements, objects and arrays. */
export const VALUES = 5_000_000
/** The most rows that are mapped together. */
export const PIECE = 500

/** The bounds of an answer, as a runtime sets them by default. */
export const BOUNDS = { bytes: { max: ANSWER, setting: null }, rows: { max: ROWS, setting: null } }
