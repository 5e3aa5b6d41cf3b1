import { parseArgs } from "node:util"
import type { Case } from "./Case.js"

/** The programs that cases start, by the name that `start.mjs` gives their bundles. */
export const programs = ["runtime", "byHand", "client", "upsert", "worker"] as const

export type Program = (typeof programs)[number]

/** What the command line asks for. */
export interface Options {
  readonly cases: ReadonlyArray<Case>
  readonly rounds: number
  /** How many records the large database has. */
  readonly largeRecords: number
  /** The log level of the servers that are read from. */
  readonly logLevel: string
  /** The Postgres server, or an empty text. */
  readonly server: string
  /** Where the result goes as JSON. */
  readonly json: string
  /** Where a result goes as well that has every figure; null for nowhere. */
  readonly save: string | null
  readonly programs: Readonly<Record<Program, string>>
}

const ROUNDS = 6
const LARGE_RECORDS = 10_000_000
/** So many that each of the 100 connections has some pages. */
const LEAST_LARGE_RECORDS = 100_000
const LOG_LEVEL = "Info"
const FILE = ".bench.json"

/** The text that `--help` shows. */
export const help = (cases: ReadonlyArray<Case>): string => {
  const wide = Math.max(...cases.map(({ name }) => name.length))
  return [
    "npm run bench -- [options]",
    "",
    "Measures the server against hand-written twins on the Postgres server in DATABASE_URL, and fails if a bar is missed.",
    "",
    "  --only NAMES       Runs only these cases, separated by commas.",
    "  --large            Runs only the cases of a very large database, which take minutes and some 15 GB.",
    `  --large-records N  How many records that database has; ${LARGE_RECORDS.toLocaleString("en")} by default.`,
    `  --rounds N         How many rounds each comparison has; ${ROUNDS} by default.`,
    `  --log-level LEVEL  The log level of the servers that are read from; ${LOG_LEVEL}, the default of production, logs each request.`,
    `  --json FILE        Where the result goes as JSON; ${FILE} by default.`,
    "  --save FILE        Also writes a complete result to this file; the README shows tests/bench/results.json.",
    "  --help             Shows this text.",
    "",
    "Cases:",
    ...cases.map(
      ({ isLarge, isOnRequest, name, title }) =>
        `  ${name.padEnd(wide)}  ${title}${isOnRequest ? `; only with ${isLarge ? "--large or " : ""}--only` : ""}`
    )
  ].join("\n")
}

const chosen = (cases: ReadonlyArray<Case>, isLarge: boolean, only: string | undefined): ReadonlyArray<Case> => {
  if (only === undefined) return cases.filter((each) => (isLarge ? each.isLarge : !each.isOnRequest))
  const names = only.split(",").map((name) => name.trim())
  const unknown = names.filter((name) => !cases.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new Error(
      `--only: no case is called ${unknown.join(" or ")}. There are ${cases.map(({ name }) => name).join(", ")}.`
    )
  return cases.filter(({ name }) => names.includes(name))
}

/** Reads the command line; null if it asks for help; throws an error that says what is wrong. */
export const parse = (
  args: ReadonlyArray<string>,
  cases: ReadonlyArray<Case>,
  server: string | undefined
): Options | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      only: { type: "string" },
      large: { type: "boolean", default: false },
      "large-records": { type: "string", default: String(LARGE_RECORDS) },
      rounds: { type: "string", default: String(ROUNDS) },
      "log-level": { type: "string", default: LOG_LEVEL },
      json: { type: "string", default: FILE },
      save: { type: "string" },
      ...(Object.fromEntries(programs.map((name) => [name, { type: "string" }])) as Record<Program, { type: "string" }>)
    }
  })
  if (values.help) return null
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds: expected a whole number from 1 on.")
  const largeRecords = Number(values["large-records"])
  if (!Number.isInteger(largeRecords) || largeRecords < LEAST_LARGE_RECORDS)
    throw new Error(`--large-records: expected a whole number from ${LEAST_LARGE_RECORDS.toLocaleString("en")} on.`)
  const bundles = Object.fromEntries(programs.map((name) => [name, values[name] ?? ""])) as Record<Program, string>
  if (Object.values(bundles).includes("")) throw new Error("Start this with `npm run bench`, which builds it.")
  const run = chosen(cases, values.large, values.only)
  if (!server && run.some(({ usesDatabase }) => usesDatabase))
    throw new Error(
      "Set DATABASE_URL to a Postgres server whose user may create databases, such as postgres://postgres@127.0.0.1:5432/postgres. The benchmark creates databases of its own there."
    )
  return {
    cases: run,
    rounds,
    largeRecords,
    logLevel: values["log-level"],
    server: server ?? "",
    json: values.json,
    save: values.save ?? null,
    programs: bundles
  }
}
