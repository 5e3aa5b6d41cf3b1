import { setTimeout as sleep } from "node:timers/promises"
import type { Journal } from "../../support/run/Journal.js"
import * as Syncs from "../load/Syncs.js"
import type { Api } from "../watch/Api.js"
import type { Observer } from "../watch/Observer.js"

/** A job may have died with its process so often that the next one fails without being run. */
const MAX_FAILED = 2
/** How many jobs more a connection may need. */
const MAX_MORE = 5
const LOOK_MILLIS = 200
const LOOKS_PER_REQUEST = 10
/** Somewhat more than the servers of the run ask for. */
const EVIDENCE_MILLIS = 1_200
/** With everything healthy, no job of the run takes longer, even on a busy machine. */
const MAX_RUNNING_SECS = 300

/** A connection whose jobs the run waits for. */
export interface Pulled {
  readonly id: string
  readonly name: string
  /** How many successful jobs to wait for. */
  readonly rounds: number
}

// biome-ignore lint/suspicious/noExplicitAny: a job as the API shows it
type Job = any

/** Runs a job of the connection, a full scan of every list, and waits for its end; null if it does not end in time. */
const sync = async (
  api: Api,
  observer: Observer,
  organization: string,
  { id }: Pulled,
  giveUp: () => boolean
): Promise<Job | null> => {
  const path = `/provisioning/organizations/${organization}/connections/${id}`
  await observer.insist("update scan set last_full_at = null where connection_id = $1", [id])
  while (!giveUp()) {
    const { body, status } = await Syncs.request(api, organization, id)
    if (status !== 202) {
      await sleep(LOOK_MILLIS)
      continue
    }
    for (let look = 1; !giveUp(); look += 1) {
      const answer = await api.read(`${path}/jobs?limit=5`, undefined, giveUp)
      const job = answer?.body.items.find((each: Job) => each.id === body.id)
      if (job?.finished_at != null) return job
      // After several crashes a job waits for a while, unless somebody asks for it again.
      if (job?.status === "QUEUED" && look % LOOKS_PER_REQUEST === 0) await Syncs.request(api, organization, id)
      await sleep(LOOK_MILLIS)
    }
  }
  return null
}

/**
 * Whether a complete scan of every list began after everything was quiet, and no record waits for the scan that proves its absence.
 *
 * A list without a total needs two scans for that, and so does a scan that another process has taken over.
 */
const isProven = async (observer: Observer, { id }: Pulled, quietSince: number): Promise<boolean> => {
  const [row] = await observer.insist<{ readonly proven: boolean }>(
    `select
       not exists (
         select 1 from scan
         where connection_id = $1 and (last_full_at is null or last_full_at < to_timestamp($2::float8 / 1000))
       )
       and not exists (select 1 from missing_record where connection_id = $1) as proven`,
    [id, quietSince]
  )
  return row?.proven === true
}

/** Runs several jobs of every connection to their success, one after another; returns the last of each, null if it did not end in time. */
export const rounds = (
  api: Api,
  observer: Observer,
  options: {
    readonly organization: string
    readonly connections: ReadonlyArray<Pulled>
    /** Since when nothing has changed, in milliseconds since 1970: jobs run until scans prove it. Null if things still change. */
    readonly quietSince: number | null
    readonly giveUp: () => boolean
  }
): Promise<ReadonlyArray<readonly [Pulled, Job | null]>> =>
  Promise.all(
    options.connections.map(async (connection) => {
      let job: Job | null = null
      let [succeeded, failed] = [0, 0]
      const { quietSince } = options
      while (failed <= MAX_FAILED && succeeded < connection.rounds + MAX_MORE && !options.giveUp()) {
        const isEnough = succeeded >= connection.rounds
        if (isEnough && (quietSince === null || (await isProven(observer, connection, quietSince)))) break
        // Another scan proves no more before the distance between two scans has passed.
        if (isEnough) await sleep(EVIDENCE_MILLIS)
        job = await sync(api, observer, options.organization, connection, options.giveUp)
        if (job?.status === "SUCCESS") succeeded += 1
        else failed += 1
      }
      return [connection, job] as const
    })
  )

/** Checks that these jobs ended, and that they succeeded. */
export const checkEnds = (jobs: ReadonlyArray<readonly [Pulled, Job | null]>, journal: Journal): void => {
  for (const [{ name }, job] of jobs) {
    if (job === null) journal.broken("every job ends", `${name}, when everything was healthy`)
    else if (job.status !== "SUCCESS") {
      journal.broken("jobs succeed when everything is healthy", `${name}: ${job.failure_reason}`)
    }
  }
}

interface Stuck {
  readonly connection: string
  readonly status: string
  readonly secs: number
}

const stuck = `
  select connection_id as connection, status, extract(epoch from clock_timestamp() - started_at)::int as secs
  from job where status = 'RUNNING' and started_at < clock_timestamp() - make_interval(secs => ${MAX_RUNNING_SECS})`

/** Checks that no job is still RUNNING long after it began, and counts how the jobs ended. */
export const check = async (observer: Observer, journal: Journal): Promise<void> => {
  for (const { connection, secs } of await observer.insist<Stuck>(stuck)) {
    journal.broken("no job is RUNNING for ever", `the job of ${connection} for ${secs} s`)
  }
  const ended = await observer.insist<{ readonly status: string; readonly count: number }>(
    "select lower(status) as status, count(*)::int as count from job group by status order by status"
  )
  for (const { count, status } of ended) journal.count(`jobs: ${status}`, count)
}
