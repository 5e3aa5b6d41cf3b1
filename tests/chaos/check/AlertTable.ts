import * as AlertRules from "../../../runtime-http/test/telemetry/AlertRules.js"
import type { Firing } from "../watch/Alerts.js"

/** Something that went wrong, with what the journal says of it. */
export interface Disturbed {
  readonly from: number
  readonly text: string
}

const MAX_TEXT = 110

/** A table of what went wrong, and which alert fired when. An alert stands with the last disturbance that began before it. */
export const table = (
  disturbances: ReadonlyArray<Disturbed>,
  firings: ReadonlyArray<Firing>,
  startedAt: number
): string => {
  const seconds = (at: number) => ((at - startedAt) / 1_000).toFixed(0).padStart(4)
  const rows = disturbances.map(({ from, text }, index) => {
    const until = disturbances[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const own = firings.filter((firing) => firing.from >= from && firing.from < until)
    const lines = own.map(({ alert, from, to }) => `               ${seconds(from)} to ${seconds(to)} s  ${alert}`)
    return [
      `${seconds(from)} s  ${text.slice(0, MAX_TEXT)}`,
      ...(lines.length === 0 ? ["               no alert"] : lines)
    ].join("\n")
  })
  const quiet = AlertRules.rules.filter(({ name }) => !firings.some(({ alert }) => alert.startsWith(name)))
  const silent = quiet.length === 0 ? "" : `\nNever fired: ${quiet.map(({ name }) => name).join(", ")}.`
  return `${rows.join("\n")}${silent}`
}
