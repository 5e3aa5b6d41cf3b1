/*
 * If several rows have one id, this rule chooses the row that becomes the record. It is pure, so that every store can use it.
 *
 * The order of the rows must not decide: vendors return rows in another order from scan to scan, and rows move between pages while a
 * list is read. Instead, the rule puts the contents in a total order, so that every scan of the same rows ends with the same record.
 * It prefers the record with fewer unread fields, then the one that changed later at the vendor, then the one with the shorter JSON, then
 * the one whose JSON sorts first. The last two are arbitrary: they only make the order total.
 */

import { hash } from "node:crypto"
import * as FieldPath from "./FieldPath.js"
import type { NormalizedRecord } from "./normalize.js"
import { sortedKeys } from "./sortedKeys.js"
import * as VendorData from "./VendorData.js"

/** What the rule compares of a record. */
export type Candidate = Pick<NormalizedRecord, "onRequest" | "unread" | "value" | "volatile" | "wire">

/** The fields with the time of the last change at the vendor; the rule reads the first one that a record has. */
const CHANGED_AT = ["last_updated_at", "status_changed_at", "state_updated_at", "vendor_attributes.updated_at"]

/** The content that is compared: without the fields that change all the time, which may differ between two pages of one walk. */
const contentOf = ({ value, volatile }: Candidate) => VendorData.settled(value, volatile)

const textOf = (value: unknown): string => JSON.stringify(sortedKeys(value))

/** Stands for a content: many of them can be long, and equal ones must be found without comparing each with all others. */
const keyOf = (text: string): string => hash("sha256", text, "base64")

/** Whether two records with one id have the same content, so that neither is a duplicate. */
export const isSame = (one: Candidate, other: Candidate): boolean =>
  (one.wire === other.wire && one.onRequest === other.onRequest) || textOf(contentOf(one)) === textOf(contentOf(other))

const changedAt = ({ value }: Candidate): string => {
  const found = CHANGED_AT.map((path) => FieldPath.read(value, path)).find((at) => typeof at === "string")
  return String(found ?? "")
}

/** Whether a record wins against another one; `texts` makes their contents, which most pairs do not need. */
const precedes = (one: Candidate, other: Candidate, texts: () => readonly [string, string]): boolean => {
  if (one.unread.length !== other.unread.length) return one.unread.length < other.unread.length
  const [changed, before] = [changedAt(one), changedAt(other)]
  if (changed !== before) return changed > before
  const [text, otherText] = texts()
  return text.length === otherText.length ? text < otherText : text.length < otherText.length
}

/** Whether the first of two records with one id, whose contents differ, is the one to store. */
export const wins = (one: Candidate, other: Candidate): boolean =>
  precedes(one, other, () => [textOf(contentOf(one)), textOf(contentOf(other))])

/** Records with one id, of which the rule chooses one. Each content is made into text once: records can be long, and many can have one id. */
export class Rivals<Row extends Candidate> {
  /** The record to store. */
  winner: Row
  private text: string
  private key: string
  private readonly contents = new Map<string, Row>()

  constructor(first: Row) {
    this.winner = first
    this.text = textOf(contentOf(first))
    this.key = keyOf(this.text)
    this.contents.set(this.key, first)
  }

  /** Adds another record with the id. */
  add(row: Row): void {
    const text = textOf(contentOf(row))
    const key = keyOf(text)
    if (!this.contents.has(key)) this.contents.set(key, row)
    if (!precedes(row, this.winner, () => [text, this.text])) return
    this.winner = row
    this.text = text
    this.key = key
  }

  /** The records with other content than the winner, each content once. */
  get losers(): ReadonlyArray<Row> {
    return [...this.contents].flatMap(([key, row]) => (key === this.key ? [] : [row]))
  }
}

/** The names of the fields that differ, without their values. */
export const differences = (one: Candidate, other: Candidate): ReadonlyArray<string> => {
  const [content, another] = [contentOf(one), contentOf(other)]
  return Object.keys(content).filter((name) => textOf(content[name]) !== textOf(another[name]))
}
