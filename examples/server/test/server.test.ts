import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { RuntimeConfig } from "@tributary/runtime-http"
import { Cause, ConfigProvider, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Child from "../../../runtime-http/test/Child.js"
import { connectors } from "../src/connectors.js"
import { demoSettings } from "../src/demo/demoSettings.js"
import { failure } from "../src/demo/failure.js"

describe("the server to copy", () => {
  let dataDir: string
  let address: string
  let ended: Promise<number>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "tributary-"))
    const port = await Child.freePort()
    address = `http://127.0.0.1:${port}`
    vi.stubEnv("PORT", String(port))
    vi.stubEnv("TRIBUTARY_DATA_DIR", dataDir)
    vi.stubEnv("TRIBUTARY_DRAIN_SECS", "0")
    vi.stubEnv("TRIBUTARY_LOG_LEVEL", "None")
    ended = new Promise((resolve) => {
      vi.spyOn(process, "exit").mockImplementation(((code: number) => resolve(code)) as typeof process.exit)
    })
    await import("../src/main.js")
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await rm(dataDir, { recursive: true, force: true })
  })

  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )

  it("starts with an empty data folder, answers, and ends on SIGTERM", async () => {
    while (!(await isReady())) await setTimeout(50)
    const answer = await fetch(`${address}/v1/idp/users`)
    expect(answer.status).toBe(401)
    const document = (await (await fetch(`${address}/v1/openapi.json`)).json()) as { readonly paths: object }
    expect(Object.keys(document.paths)).toContain("/idp/users")
    process.emit("SIGTERM", "SIGTERM")
    expect(await ended).toBe(0)
    expect(await isReady()).toBe(false)
  })

  it("has each connector once", () => {
    const vendors = connectors.map(({ vendor }) => vendor)
    expect(new Set(vendors).size).toBe(vendors.length)
  })
})

describe("the demo", () => {
  const busy = Object.assign(new Error("listen EADDRINUSE: address already in use 127.0.0.1:8080"), {
    code: "EADDRINUSE",
    port: 8080
  })
  const refused = Object.assign(new Error(""), { code: "ECONNREFUSED" })

  it.each([
    {
      name: "a busy port",
      error: { message: "ServeError", cause: busy },
      said: "Port 8080 is in use. Stop the program that listens there, or choose another port: PORT=8081 npm start"
    },
    {
      name: "a database that does not answer",
      error: { message: "Postgres cannot be reached", cause: refused },
      said: "Postgres cannot be reached: ECONNREFUSED"
    },
    { name: "an error that is a sentence", error: new Error("A setting is wrong."), said: "A setting is wrong." }
  ])("reports $name in one line", ({ error, said }) => {
    expect(failure(Cause.fail(error))).toBe(said)
  })

  it("shows a deletion a minute after the first scan that misses the record", async () => {
    const provider = ConfigProvider.fromMap(new Map(Object.entries(demoSettings)))
    const config = await Effect.runPromise(Effect.withConfigProvider(RuntimeConfig.load, provider))
    expect([config.deletionEvidenceSecs, config.fullScanSecs, config.refreshMinSecs]).toEqual([60, 60, 60])
  })

  it("reports a defect with its name", () => {
    expect(failure(Cause.die(new TypeError("surprise")))).toContain("TypeError: surprise")
  })
})
