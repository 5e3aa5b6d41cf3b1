/** What happened in a run, and which promises it broke. */
export interface Journal {
  /** Prints a line for an event, with the seconds since the start. */
  readonly event: (text: string) => void
  /** The texts of all events so far. */
  readonly events: () => ReadonlyArray<string>
  /** When the run began, in milliseconds since 1970. */
  readonly startedAt: number
  /** Counts something for the summary. */
  readonly count: (name: string, by?: number) => void
  /** Keeps the highest value of something for the summary. */
  readonly peak: (name: string, value: number) => void
  /** Records a broken promise; the same text counts once. */
  readonly broken: (promise: string, detail: string) => void
  /** Keeps what a program has printed, to be saved if a promise is broken. */
  readonly keepLog: (name: string, text: string) => void
  /** What the programs have printed, by name. */
  readonly logs: () => ReadonlyMap<string, string>
  /** The broken promises so far. */
  readonly failures: () => ReadonlyArray<string>
  /** Everything that was counted, by name, in the order of its first appearance. */
  readonly counts: () => ReadonlyMap<string, number>
}

/** Prints every event as it happens, and every broken promise up to a limit. */
export const make = (print: (line: string) => void): Journal => {
  const startedAt = Date.now()
  const counts = new Map<string, number>()
  const failures = new Set<string>()
  const logs = new Map<string, string>()
  const events: Array<string> = []
  const event = (text: string) => {
    events.push(text)
    print(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}`)
  }
  return {
    event,
    events: () => events,
    startedAt,
    count: (name, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by),
    peak: (name, value) => counts.set(name, Math.max(counts.get(name) ?? 0, value)),
    broken: (promise, detail) => {
      const text = `${promise}: ${detail}`
      if (failures.has(text)) return
      failures.add(text)
      if (failures.size <= MAX_PRINTED) event(`BROKEN  ${text}`)
    },
    keepLog: (name, text) => logs.set(name, (logs.get(name) ?? "") + text),
    logs: () => logs,
    failures: () => [...failures],
    counts: () => counts
  }
}

/** One fault can break a promise for hundreds of records. */
export const MAX_PRINTED = 40
