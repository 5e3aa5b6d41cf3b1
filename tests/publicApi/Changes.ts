import { PASSED_IN } from "./PublicApi.js"

/** What a release changes for those who use a package. */
export interface Changes {
  /** The lines that break what others have written: removed, changed, or required of a value that others write. */
  readonly breaking: ReadonlyArray<string>
  /** The lines that only add something. */
  readonly added: ReadonlyArray<string>
}

/** How much a version rises. */
export const bumps = ["none", "patch", "minor", "major"] as const
export type Bump = (typeof bumps)[number]

const linesOf = (report: string): ReadonlySet<string> =>
  new Set(report.split("\n").filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("Written by")))

/** A member that must be there, as `path.member: type`; what a schema makes optional need not. */
const REQUIRED = /^(?:static )?(?<owner>.+)\.(?<member>[^.?]+): (?!.*optionalWith)/

/** Whether a new line requires more of a value that others could already write. */
const asksForMore = (line: string, released: ReadonlySet<string>): boolean => {
  const { owner } = REQUIRED.exec(line)?.groups ?? {}
  if (owner === undefined || ![...released].some((known) => known.startsWith(`${owner}.`))) return false
  const isOption = /\([^()]+\)[^()]*$/.test(owner)
  return isOption || [...released].some((known) => known === `${PASSED_IN}${owner.split(/[<(|&[]/)[0]}`)
}

/** Compares two reports of one entry. */
export const between = (released: string, current: string): Changes => {
  const before = linesOf(released)
  const now = linesOf(current)
  const gone = [...before].filter((line) => !now.has(line) && !line.startsWith(PASSED_IN))
  const added = [...now].filter((line) => !before.has(line) && !line.startsWith(PASSED_IN))
  const required = added.filter((line) => asksForMore(line, before))
  return {
    breaking: [...gone.map((line) => `- ${line}`), ...required.map((line) => `+ ${line}`)],
    added: added.filter((line) => !required.includes(line)).map((line) => `+ ${line}`)
  }
}

/** By how much the version of a package must rise at least: below 1.0, a minor release may break, as semver allows. */
export const neededFor = ({ added, breaking }: Changes, version: string): Bump => {
  const isStable = !version.startsWith("0.")
  if (breaking.length > 0) return isStable ? "major" : "minor"
  if (added.length > 0) return isStable ? "minor" : "patch"
  return "none"
}

/** How many lines a sentence quotes. */
const QUOTED = 10

/** What to do if the planned release of a package is too small for its changes; null if it is not. */
export const problemOf = (name: string, version: string, changes: Changes, planned: Bump): string | null => {
  const needed = neededFor(changes, version)
  if (bumps.indexOf(planned) >= bumps.indexOf(needed)) return null
  const isBreaking = changes.breaking.length > 0
  const lines = isBreaking ? changes.breaking : changes.added
  const more = lines.length > QUOTED ? [`and ${lines.length - QUOTED} more`] : []
  return [
    `The public API of ${name} ${isBreaking ? "breaks what others have written for" : "has more than"} ${version}, so its next release must be a ${needed} one, but the changesets plan ${planned === "none" ? "no release" : `a ${planned} one`}.`,
    `Run \`npx -y pnpm@10 changeset\`, choose ${needed} for ${name} and say in one sentence what its users notice${isBreaking ? ", or restore these lines" : ""}:`,
    ...[...lines.slice(0, QUOTED), ...more].map((line) => `  ${line}`)
  ].join("\n")
}
