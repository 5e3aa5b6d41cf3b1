import { Effect, Logger } from "effect"
import { expect, it } from "vitest"
import * as UnknownSettings from "../src/UnknownSettings.js"
import * as Settings from "./Settings.js"

it("are variables with the prefix of settings, each with the nearest setting", () => {
  const names = ["PATH", "HOTS", "TRIBUTARY", "TRIBUTARY_DATABASE_CONNECTIONS", "TRIBUTARY_REGON", "TRIBUTARY_COLOUR"]
  expect(UnknownSettings.find(names)).toEqual([
    { name: "TRIBUTARY_DATABASE_CONNECTIONS", nearest: "TRIBUTARY_API_DATABASE_CONNECTIONS" },
    { name: "TRIBUTARY_REGON", nearest: "TRIBUTARY_REGION" },
    { name: "TRIBUTARY_COLOUR", nearest: null }
  ])
})

it("do not include any setting that the source reads", () => {
  const files = ["DATABASE_URL_FILE", "TRIBUTARY_MASTER_KEY_FILE"]
  expect(UnknownSettings.find([...Settings.namesRead, ...files])).toEqual([])
})

it("do not include what the commands of operators read, which a machine may have set for all programs", () => {
  const names = ["TRIBUTARY_URL", "TRIBUTARY_OPERATOR_KEY", "TRIBUTARY_OPERATOR_KEY_FILE"]
  expect(UnknownSettings.find(names)).toEqual([])
})

it("include settings of former releases, without a nearest one if nothing replaced them", () => {
  expect(UnknownSettings.find(["TRIBUTARY_FORMER_HOST", "TRIBUTARY_FORMER_PORT"])).toEqual([
    { name: "TRIBUTARY_FORMER_HOST", nearest: null },
    { name: "TRIBUTARY_FORMER_PORT", nearest: null }
  ])
})

it("cause one warning each", () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
  Effect.runSync(
    UnknownSettings.warn(["TRIBUTARY_REGON", "TRIBUTARY_COLOUR", "TRIBUTARY_REGION"]).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, logger))
    )
  )
  expect(lines).toEqual([
    "WARN TRIBUTARY_REGON is not a setting, and has no effect. Did you mean TRIBUTARY_REGION?",
    "WARN TRIBUTARY_COLOUR is not a setting, and has no effect. Remove it."
  ])
})
