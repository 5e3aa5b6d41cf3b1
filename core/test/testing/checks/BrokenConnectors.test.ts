import { afterAll, beforeAll, describe, expect, it, vi } from "@effect/vitest"
import { ConnectorTest } from "@tributary/core/testing"
import { failing } from "../FailingChecks.js"
import { brokenConnectors, soundConnectors } from "./broken/BrokenConnectors.js"
import { carelessConnectors } from "./broken/Careless.js"
import { soundRecords } from "./broken/Records.js"

/** The name of a check without the endpoint of its list, and without the code of an error that the connector declares. */
const promiseOf = (name: string): string => name.replace(/^\/\S+: /, "").replace(/the error \w+$/, "an error")

// One of the connectors writes to it.
beforeAll(() => {
  vi.spyOn(console, "debug").mockReturnValue()
})
afterAll(() => {
  vi.restoreAllMocks()
})

describe("The kit, with connectors that have one fault", () => {
  it("has at least 25 such connectors", () => {
    expect(brokenConnectors.length).toBeGreaterThanOrEqual(25)
  })

  it.each(brokenConnectors.map((broken) => [broken.name, broken.check, broken] as const))(
    "finds, with exactly one check, that a connector %s: %s",
    async (_, check, { connector, replies }) => {
      expect(await failing(connector, replies)).toEqual([check])
    }
  )
})

describe("The kit, with connectors that break several promises", () => {
  it.each(carelessConnectors.map((careless) => [careless.name, careless] as const))(
    "finds that a connector %s",
    async (_, { checks, connector, replies }) => {
      expect([...(await failing(connector, replies))].sort()).toEqual([...checks].sort())
    }
  )
})

describe("What a test says of records", () => {
  const check = (fields: Readonly<Record<string, unknown>>, id = "phone/2") =>
    failing(soundRecords.connector, soundRecords.replies, /what the test expects/, {
      appsec_issue: { [id]: fields }
    })

  it("must be true of them", async () => {
    expect(await check({ severity: "HIGH", resource_id: "phone" })).toEqual([])
    expect(await check({ severity: "LOW" })).toEqual(["the records are what the test expects"])
    expect(await check({}, "phone/9")).toEqual(["the records are what the test expects"])
  })
})

describe("The checks", () => {
  it.each(soundConnectors.map((sound, index) => [index + 1, sound] as const))(
    "find nothing wrong with the same connectors without their faults: number %i",
    async (_, { connector, replies }) => {
      expect(await failing(connector, replies)).toEqual([])
    }
  )

  it("are all needed: each of them fails for a broken connector", () => {
    const promises = soundConnectors.flatMap(({ connector, replies }) =>
      ConnectorTest.checks(connector, { replies }).map(({ name }) => promiseOf(name))
    )
    const broken = [
      ...brokenConnectors.map(({ check }) => check),
      ...carelessConnectors.flatMap(({ checks }) => checks)
    ]
    const found = new Set(broken.map(promiseOf))
    // A check in this list either can never fail, or has no row in the tables.
    expect([...new Set(promises)].filter((promise) => !found.has(promise)).sort()).toEqual([])
  })

  it("that fail only together with others are these", () => {
    const alone = new Set(brokenConnectors.map(({ check }) => promiseOf(check)))
    const together = carelessConnectors.flatMap(({ checks }) => checks).map(promiseOf)
    expect([...new Set(together)].filter((promise) => !alone.has(promise)).sort()).toMatchInlineSnapshot(`
      [
        "404 below one row means that the row was deleted after it was listed",
        "404 for one row means that the row was deleted after it was listed",
        "HTML instead of data, once",
        "a second run changes nothing",
        "a token refused mid-run is renewed, and no record is lost",
        "connection dropped, once",
        "lists beside the rows that are empty once lose nothing",
        "no response, once",
      ]
    `)
  })
})
