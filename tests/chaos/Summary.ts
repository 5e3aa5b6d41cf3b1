import type { Journal } from "../support/run/Journal.js"
import type { Options } from "./Options.js"

/** How the run ended, in one line. */
export const line = ({ isShort, seed }: Options, journal: Journal, seconds: number): string => {
  const counts = [...journal.counts()]
  const sum = (prefix: string) =>
    counts.filter(([name]) => name.startsWith(prefix)).reduce((total, [, count]) => total + count, 0)
  const broken = journal.failures().length
  const count = (name: string) => journal.counts().get(name) ?? 0
  const writes = `${count("kills: different moments of writes")} of ${count("kills: all moments of the writes that were made")}`
  const kills = `${count("processes: kill -9")} kills (at ${writes} moments of writes)`
  const events = `${kills}, ${sum("freezes:")} freezes, ${sum("outages:")} outages, ${count("processes: SIGTERM")} SIGTERMs`
  const checked = `${count("store: records compared")} records compared, ${count("store: deletions")} deletions judged`
  const verdict = broken === 0 ? "every promise was kept" : `${broken} PROMISES WERE BROKEN`
  return `Chaos, ${isShort ? "short" : "long"} form, seed ${seed}, ${Math.round(seconds)} s: ${events}; ${checked}; ${verdict}.`
}

/** A table of everything that was counted. */
export const table = (journal: Journal): string => {
  const rows = [...journal.counts()].sort(([a], [b]) => (a < b ? -1 : 1))
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, count]) => `  ${name.padEnd(width)}  ${String(count).padStart(8)}`).join("\n")
}
