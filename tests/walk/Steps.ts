import { readFileSync } from "node:fs"
import { Session } from "node:inspector"
import { findSourceMap } from "node:module"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"

/** The functions that ran, by the file that declares them, as a path from the root of the repository. */
export type Steps = ReadonlyMap<string, ReadonlySet<string>>

/** A test, a dependency or the vendor's side of a walk does not count. */
const isCounted = (file: string): boolean =>
  /^(core|runtime-http|connectors\/[^/]+)\/src\//.test(file) && !file.startsWith("core/src/testing/")

/** Notes which functions of the bundle at `url` run. */
export const watch = (url: string, root: string) => {
  const session = new Session()
  session.connect()
  session.post("Profiler.enable")
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

  const bundle = fileURLToPath(url)
  const map = findSourceMap(bundle)
  if (map === undefined) throw new Error(`${bundle} has no source map`)
  const lineStarts = [0]
  const text = readFileSync(bundle, "utf8")
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lineStarts.push(at + 1)
  const placeOf = (offset: number): { readonly file: string; readonly name: string } | null => {
    let [low, high] = [0, lineStarts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    const entry = map.findEntry(low, offset - (lineStarts[low] ?? 0))
    if (!("originalSource" in entry)) return null
    const file = relative(root, fileURLToPath(new URL(entry.originalSource, url)))
    return { file, name: `${entry.originalLine}:${entry.originalColumn}` }
  }

  return {
    /** What ran since the last call. */
    take: (): Steps => {
      const steps = new Map<string, Set<string>>()
      // The session belongs to this thread, so it answers before `post` returns.
      session.post("Profiler.takePreciseCoverage", (error, answer) => {
        if (error !== null) throw error
        for (const script of answer.result.filter((one) => one.url === url)) {
          for (const { functionName, ranges } of script.functions) {
            const [range] = ranges
            const place = range === undefined || range.count === 0 ? null : placeOf(range.startOffset)
            if (place === null || !isCounted(place.file)) continue
            const names = steps.get(place.file) ?? new Set()
            steps.set(place.file, names.add(`${functionName} ${place.name}`))
          }
        }
      })
      return steps
    },
    stop: () => session.disconnect()
  }
}

/** What ran in at least one of these walks. */
export const together = (walks: ReadonlyArray<Steps>): Steps => {
  const steps = new Map<string, Set<string>>()
  for (const [file, names] of walks.flatMap((walk) => [...walk])) {
    steps.set(file, new Set([...(steps.get(file) ?? []), ...names]))
  }
  return steps
}

/** What ran in every one of these walks; work that happened beside one of them is not part of it. */
export const common = (walks: ReadonlyArray<Steps>): Steps => {
  const [first, ...others] = walks
  const steps = new Map<string, Set<string>>()
  for (const [file, names] of first ?? []) {
    const kept = [...names].filter((name) => others.every((walk) => walk.get(file)?.has(name) === true))
    if (kept.length > 0) steps.set(file, new Set(kept))
  }
  return steps
}
