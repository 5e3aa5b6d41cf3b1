import type { Journal } from "../../support/run/Journal.js"
import { faults } from "../vendor/Mischief.js"
import { moments } from "../watch/Writes.js"

/** What the long form has to do at least once, by the names or the beginnings of names in the summary. */
const required: ReadonlyArray<string> = [
  ...["job", "outbound"].flatMap((group) => moments.map((moment) => `kills at writes: ${group} ${moment}`)),
  "kills: all servers at once",
  "jobs: taken over from a frozen process",
  "outages: Postgres away for 5 s",
  "outages: Postgres away for 80 s",
  "memberships: left and joined",
  "connections: paused and resumed",
  "connections: moved to another address",
  "connections: limited for more than a minute",
  ...faults.map(([fault]) => `vendor: ${fault}`),
  "vendor: wrong totals",
  "vendor: repeated ids",
  "vendor: empty pages",
  "vendor: shifted indexes",
  "vendor: changes",
  "vendor: pages of 30,000 rows"
]

/** Checks that the run did what it is there for. */
export const check = (journal: Journal): void => {
  const names = [...journal.counts().keys()]
  for (const each of required) {
    if (!names.some((name) => name.startsWith(each))) journal.broken("the long form does everything", each)
  }
}
