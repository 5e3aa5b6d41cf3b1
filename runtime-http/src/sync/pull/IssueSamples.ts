/** How many samples an export shows of each kind of problem. */
export const MAX_SAMPLES = 5

/** What was wrong with rows or values, such as `name: Expected string`, by the names of the record kinds; each problem once. */
export type IssueSamples = Map<string, ReadonlySet<string>>

/** Adds issues of records of a kind, as long as there is room. */
export const add = (samples: IssueSamples, kind: string, issues: ReadonlyArray<string>): void => {
  if (issues.length === 0) return
  samples.set(kind, new Set([...new Set([...(samples.get(kind) ?? []), ...issues])].slice(0, MAX_SAMPLES)))
}

/** The first issues about these kinds, each with its kind. */
export const shown = (all: ReadonlyArray<IssueSamples>, kinds: ReadonlyArray<string>): ReadonlyArray<string> =>
  kinds
    .flatMap((kind) => all.flatMap((samples) => [...(samples.get(kind) ?? [])].map((issue) => `${kind} ${issue}`)))
    .slice(0, MAX_SAMPLES)
