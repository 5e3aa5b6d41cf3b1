import { hash } from "node:crypto"

const LENGTH = 22

/** A strong `ETag`: equal bytes have the same one, and other bytes another one. */
export const of = (body: string | Uint8Array): string => `"${hash("sha256", body, "base64url").slice(0, LENGTH)}"`

/** The `ETag` of the same content in a coding, which has other bytes. */
export const inCoding = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`

const TAG = /(?:W\/)?("[^"]*")/g

/** Whether an `If-None-Match` names this `ETag`. */
export const matches = (condition: string, tag: string): boolean =>
  condition.trim() === "*" || [...condition.matchAll(TAG)].some(([, sent]) => sent === tag)
