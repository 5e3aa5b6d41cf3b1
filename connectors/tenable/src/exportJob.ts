import { type ExportJob, Pagination } from "@tributary/core"

/** PROCESSING and QUEUED are on their way; ERROR and CANCELLED will never be whole. */
const STATES: Readonly<Record<string, ExportJob.State["state"]>> = {
  FINISHED: "finished",
  ERROR: "failed",
  CANCELLED: "failed"
}

const numbersAt = (body: unknown, path: string): ReadonlyArray<number> | null => {
  const found = Pagination.at(body, path)
  return Array.isArray(found) ? found.map(Number) : null
}

/** An export with a chunk that failed is not whole, whatever its status says. */
const read = (body: unknown): ExportJob.State | null => {
  const status = Pagination.at(body, "status")
  if (typeof status !== "string") return null
  const failed = [...(numbersAt(body, "chunks_failed") ?? []), ...(numbersAt(body, "chunks_cancelled") ?? [])]
  const state = failed.length > 0 ? "failed" : (STATES[status.toUpperCase()] ?? "running")
  return { state, chunks: numbersAt(body, "chunks_available") ?? [] }
}

/**
 * An export of assets or vulnerabilities: https://developer.tenable.com/docs/retrieve-vulnerability-data-from-tenableio
 *
 * Its chunks can be read for a day.
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

/** An instant as Tenable's filters write it: whole seconds, rounded down. */
export const toEpochSeconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)
