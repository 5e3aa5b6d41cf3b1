import { createRequire } from "node:module"
import { describe, expect, it } from "vitest"
import * as RegularExpressions from "./RegularExpressions.js"

/*
 * One text for which a regular expression takes quadratic time, or worse, stops the whole process: the texts come from vendors and from callers.
 * recheck (https://makenowjust-labs.github.io/recheck/) decides it by the automaton of the expression.
 */

// Its other entry starts a program, or a thread, for each expression.
const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as typeof import("recheck")

/** How long one expression may take, also on a busy machine; those of the sources need up to two seconds of an idle one. */
const TIMEOUT_MILLIS = 120_000

/** Steps that tries of random texts may take; by default they end after a second, with another result on a busy machine. */
const TIMEOUTS = {
  timeout: TIMEOUT_MILLIS,
  seedingTimeout: TIMEOUT_MILLIS,
  incubationTimeout: TIMEOUT_MILLIS,
  attackTimeout: TIMEOUT_MILLIS
}

/** Without `*`, `+` and `{2,}`, nothing is repeated as often as the text is long. */
const repeatsWithoutEnd = (source: string): boolean =>
  /[*+]|\{\d+,\}/.test(source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x"))

/** What is wrong with an expression; null if its time grows no faster than the text. */
const problemOf = (source: string, flags: string): string | null => {
  if (!repeatsWithoutEnd(source)) return null
  const found = checkSync(source, flags, TIMEOUTS)
  if (found.status === "safe") return null
  if (found.status === "unknown") return `cannot be decided (${found.error.kind}): make it simpler`
  return `takes ${found.complexity.summary} time for ${JSON.stringify(found.attack.pattern)}`
}

/** Expressions of persons who hurt only themselves: whoever runs the demo vendor writes its faults. */
const EXCEPT = ["examples/demo-vendor/src/Fault.ts"]

const turn = () => new Promise((resolve) => setImmediate(resolve))

const problemsOf = async (found: ReadonlyArray<RegularExpressions.RegularExpression>) => {
  const known = new Map<string, string | null>()
  const problems: Array<string> = []
  for (const { flags, place, source } of found) {
    if (source === null) {
      problems.push(`${place} is made of more than constants: compare the text with code instead`)
      continue
    }
    // Otherwise the runner takes this process for dead.
    await turn()
    const name = `/${source}/${flags}`
    const problem = known.has(name) ? (known.get(name) ?? null) : problemOf(source, flags)
    known.set(name, problem)
    if (problem !== null) problems.push(`${place} ${name} ${problem}`)
  }
  return problems
}

describe("Regular expressions", () => {
  it("take time in proportion to the text, in all sources", async () => {
    const found = RegularExpressions.all().filter(({ place }) => !EXCEPT.some((file) => place.startsWith(`${file}:`)))
    expect(found.length).toBeGreaterThan(150)
    expect(await problemsOf(found)).toEqual([])
  }, 600_000)

  it.each([
    ["comments that never end", String.raw`/^\s*(?:<!--.*?-->\s*)*<html/is`],
    ["a mark that is never closed", String.raw`/\[code\]([\s\S]*?)\[\/code\]/gi`],
    ["a tag that is never closed", "/<[^>]*>/g"],
    ["an end of the text that is missing", String.raw`new RegExp("\\/+$")`],
    ["constants in a template", `const A = "a+"\nnew RegExp(\`^(\${A})+$\`, "i")`],
    ["parameters", "(name) => new RegExp(name)"]
  ])("are refused because of %s", async (_, text) => {
    const found = RegularExpressions.find("example.ts", text)
    expect(await problemsOf(found)).toHaveLength(1)
  })
})
