import { type ExportJob, Pagination } from "@tributary/core"

/** The final statuses of an export; any other, such as QUEUED or PROCESSING, means that it is still running. */
const STATES: Readonly<Record<string, ExportJob.State["state"]>> = {
  FINISHED: "finished",
  ERROR: "failed",
  CANCELLED: "failed"
}

const numbersAt = (body: unknown, path: string): ReadonlyArray<number> | null => {
  const found = Pagination.at(body, path)
  return Array.isArray(found) ? found.map(Number) : null
}

/** Reads a status answer; an export with a failed or cancelled chunk has failed regardless of its status, because it is incomplete. */
const read = (body: unknown): ExportJob.State | null => {
  const status = Pagination.at(body, "status")
  if (typeof status !== "string") return null
  const failed = [...(numbersAt(body, "chunks_failed") ?? []), ...(numbersAt(body, "chunks_cancelled") ?? [])]
  const state = failed.length > 0 ? "failed" : (STATES[status.toUpperCase()] ?? "running")
  const chunks = numbersAt(body, "chunks_available")
  if (state === "finished" && chunks === null) return null
  // Only exports of vulnerabilities are counted. An empty chunk never becomes available.
  const [total, empty] = [Pagination.at(body, "total_chunks"), Pagination.at(body, "empty_chunks_count")]
  const filled = typeof total === "number" ? { total: total - (typeof empty === "number" ? empty : 0) } : {}
  return { state, chunks: chunks ?? [], ...filled }
}

/**
 * An export of assets or vulnerabilities; `body` holds its options and filters. Tenable keeps the chunks for a day.
 *
 * https://developer.tenable.com/docs/retrieve-vulnerability-data-from-tenableio
 */
export const exportOf = (of: "assets" | "vulns", body: Pagination.Query): ExportJob.ExportJob => ({
  start: `/${of}/export`,
  body,
  id: "export_uuid",
  status: `/${of}/export/{id}/status`,
  read,
  chunk: `/${of}/export/{id}/chunks/{chunk}`,
  cancel: `/${of}/export/{id}/cancel`
})

/** An ISO 8601 instant as the whole epoch seconds that Tenable's filters expect, rounded down. */
export const toEpochSeconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)
