import { Effect } from "effect"
import * as UnreadFields from "../../../runtime-http/src/store/accounts/UnreadFields.js"
import type { Jobs } from "../../../runtime-http/src/store/jobs/Jobs.js"
import type { JobRow, MemoryDatabase } from "./MemoryDatabase.js"

/** The pull jobs of a database in memory, as far as a job runner uses them. */
export const make = (database: MemoryDatabase): Omit<Jobs["Type"], "list" | "request" | "statusFacts"> => ({
  // Each run reports what it has done itself, so that its report can be compared with its calls.
  progressOf: () => Effect.succeed([]),
  noteProgress: () => Effect.void,
  saveProgress: () => Effect.void,
  noteWaits: () => Effect.void,
  begin: (lease) =>
    database.transact(lease, () => {
      const open = database.jobs.find(({ status }) => status === "QUEUED" || status === "RUNNING")
      if (open !== undefined) {
        open.status = "RUNNING"
        return open.id
      }
      const made: JobRow = {
        id: `job ${database.jobs.length + 1}`,
        status: "RUNNING",
        startedAt: database.now(),
        exports: [],
        failureReason: null
      }
      database.jobs.push(made)
      return made.id
    }),
  endPaused: (lease, jobId, { dataExports, failureReason }) =>
    database.transact(lease, () => {
      const job = database.jobs.find(({ id }) => id === jobId)
      if (job?.status === "RUNNING") Object.assign(job, { status: "FAILED", failureReason, exports: dataExports })
    }),
  finish: (lease, jobId, { dataExports, failureReason, health, status, unread }) =>
    database.transact(lease, () => {
      const job = database.jobs.find(({ id }) => id === jobId)
      if (job?.status === "RUNNING") Object.assign(job, { status, failureReason, exports: dataExports })
      database.health = health
      database.unreadFields = UnreadFields.after(database.unreadFields, unread, new Date(database.now()).toISOString())
    })
})
