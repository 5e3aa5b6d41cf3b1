import type { UnreadFields } from "@tributary/core"
import type { Kept } from "../../store/write/Scan.js"

const sentenceOf = ({ all, count, path }: Kept): string => `${path} of ${count} of the ${all} records that had it`

/** Fields of one kind that records keep, although answers would empty them, as the API shows them. */
export const toWire = (endpoint: string, kind: string, kept: ReadonlyArray<Kept>): UnreadFields => {
  const acceptedFrom = new Date(Math.max(...kept.map(({ believableAt }) => believableAt))).toISOString()
  return {
    record_kind: kind,
    fields: kept.map(({ path }) => path),
    endpoint,
    permissions: [],
    problem: "FIELDS_EMPTIED",
    reason: `answers would empty ${kept.map(sentenceOf).join(", ")}; believed if a scan says the same that begins at ${acceptedFrom} or later`,
    accepted_from: acceptedFrom
  }
}
