import { setTimeout as sleep } from "node:timers/promises"
import type { Stage } from "../Stage.js"

/** Stops Postgres for some seconds. */
export const ofPostgres =
  (seconds: number) =>
  async ({ journal, postgres, random }: Stage): Promise<void> => {
    if (postgres === null) return journal.event("no outage: the run must not stop this Postgres")
    const mode = random.chance(0.5) ? "fast" : "immediate"
    await postgres.stop(mode)
    journal.event(`Postgres is stopped (${mode}) for ${seconds} s`)
    await sleep(seconds * 1_000)
    await postgres.start()
    journal.event("Postgres is back")
    journal.count(`outages: Postgres away for ${seconds} s`)
  }
