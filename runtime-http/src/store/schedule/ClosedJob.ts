/* Why a job ended that did not read to its end, for whoever reads the list of jobs. */

/** What a job reads from now on instead of what it read before. */
export type Replacement = "tenant" | "types"

/** The failure reason of a job that ended early, because its connection was paused. */
export const PAUSED =
  "The connection was paused while its job ran. What the job had read is stored, and the next job continues there if it starts within a day."
/** The failure reason of a job that ended early, because an operator stopped its connector. */
export const STOPPED =
  "The operator of this service stopped the connector while the job ran. What the job had read is stored, and the next job continues there if it starts within a day."
/** The same of a job whose connection was given something else to read. */
export const REPLACED: Readonly<Record<Replacement, string>> = {
  tenant:
    "The connection was given another tenant while its job ran. The next job reads that tenant from the beginning.",
  types:
    "The types of data that the connection reads were changed while its job ran. What the job had read is stored, and the next job, which is due, reads the others."
}
/** The same of a job whose connection was deleted. */
export const REMOVED = "The connection was deleted while its job ran."
