import type { Journal } from "./Journal.js"
import type { Options } from "./Options.js"

/** How the run ended, in one line. */
export const line = ({ isShort, seed }: Options, journal: Journal, seconds: number): string => {
  const counts = [...journal.counts()]
  const sum = (prefix: string) =>
    counts.filter(([name]) => name.startsWith(prefix)).reduce((total, [, count]) => total + count, 0)
  const broken = journal.failures().length
  const events = `${journal.counts().get("processes: kill -9") ?? 0} kills, ${sum("freezes:")} freezes, ${sum("outages:")} outages`
  const verdict = broken === 0 ? "every promise was kept" : `${broken} PROMISES WERE BROKEN`
  return `Chaos, ${isShort ? "short" : "long"} form, seed ${seed}, ${Math.round(seconds)} s: ${events}; ${verdict}.`
}

/** A table of everything that was counted. */
export const table = (journal: Journal): string => {
  const rows = [...journal.counts()].sort(([a], [b]) => (a < b ? -1 : 1))
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, count]) => `  ${name.padEnd(width)}  ${String(count).padStart(8)}`).join("\n")
}
