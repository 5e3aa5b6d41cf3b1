import { describe, expect, it } from "@effect/vitest"
import * as Case from "./Case.js"
import * as Options from "./Options.js"

const make = (name: string, isOnRequest = false, isLarge = false) =>
  Case.make({ name, title: name, usesDatabase: true, isOnRequest, isLarge, measures: {}, run: async () => ({}) })

const cases = [make("users"), make("by-id"), make("large", true, true), make("memory", true)]
const bundles = Options.programs.flatMap((name) => [`--${name}`, `/${name}.js`])
const parse = (...args: ReadonlyArray<string>) => Options.parse([...args, ...bundles], cases, "postgres://server")
const names = (options: Options.Options | null) => options?.cases.map(({ name }) => name)

describe("Options of the benchmark", () => {
  it("runs all cases except the optional ones, only the large ones, or only those that are named", () => {
    expect(names(parse())).toEqual(["users", "by-id"])
    expect(names(parse("--large"))).toEqual(["large"])
    expect(parse("--large")?.largeRecords).toBe(10_000_000)
    expect(parse("--large", "--large-records", "200000")?.largeRecords).toBe(200_000)
    expect(names(parse("--only", "large, users"))).toEqual(["users", "large"])
  })

  it.each([
    { args: ["--only", "groups"], message: "no case is called groups. There are users, by-id, large, memory" },
    { args: ["--large-records", "10"], message: "--large-records: expected a whole number from 100,000 on" },
    { args: ["--rounds", "0"], message: "--rounds: expected a whole number from 1 on" }
  ])("says what is wrong with $args", ({ args, message }) => {
    expect(() => parse(...args)).toThrow(message)
  })

  it("requires a Postgres server", () => {
    expect(() => Options.parse(bundles, cases, undefined)).toThrow("Set DATABASE_URL to a Postgres server")
  })

  it("shows the cases and options on request", () => {
    expect(parse("--help")).toBeNull()
    expect(Options.help(cases)).toMatch(/--rounds N.*6 by default[\s\S]*large {3}large; only with --large or --only/)
  })
})
