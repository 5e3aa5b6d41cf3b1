import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HttpServer } from "@effect/platform"
import type { Connector } from "@tributary/core"
import { ConfigProvider, Effect, Logger } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import manifest from "../../../package.json" with { type: "json" }
import { program } from "../../../src/cli/index.js"
import { logStart, printAddress } from "../../../src/cli/start/startCommand.js"
import * as FakeVendor from "../../sync/FakeVendor.js"

describe("tributary start", () => {
  let folder: string
  let busy: Server
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-start-"))
    busy = await new Promise((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => resolve(server))
    })
  })
  afterEach(async () => {
    await new Promise((resolve) => busy.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    ["PORT", {}],
    ["TRIBUTARY_METRICS_PORT", { PORT: "0" }]
  ])("says that %s is to be changed if its port is in use", async (name, more) => {
    const { port } = busy.address() as AddressInfo
    const config = join(folder, "tributary.config.ts")
    await writeFile(config, "export default { connectors: [] }\n")
    const settings = { ...more, [name]: String(port), TRIBUTARY_DATA_DIR: folder, TRIBUTARY_DRAIN_SECS: "0" }
    const errors: Array<unknown> = []
    const code = await Effect.consoleWith((console) =>
      Effect.withConsole(program([process.execPath, "tributary", "start", "--config", config]), {
        ...console,
        error: (...values) => Effect.sync(() => void errors.push(...values))
      })
    ).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))), Effect.runPromise)
    expect([code, errors]).toEqual([
      1,
      [`Port ${port} is in use: stop the program that listens there, or choose another port with ${name}.`]
    ])
  })

  const server = HttpServer.make({
    address: { _tag: "TcpAddress", hostname: "127.0.0.1", port: 8081 },
    serve: () => Effect.void
  })

  it("logs its address, its version and its connectors once it serves", async () => {
    const lines: Array<unknown> = []
    const logger = Logger.map(Logger.structuredLogger, ({ annotations, message }) => lines.push([message, annotations]))
    const versioned: Connector.Connector = { ...FakeVendor.connector(), version: "1.2.3" }
    await logStart([versioned, FakeVendor.connector()]).pipe(
      Effect.provideService(HttpServer.HttpServer, server),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Effect.runPromise
    )
    expect(lines).toEqual([
      [
        "The process serves the API.",
        { address: "http://127.0.0.1:8081", version: manifest.version, connectors: ["FAKE 1.2.3", "FAKE"] }
      ]
    ])
  })

  it("says where the API and its reference are", async () => {
    const printed: Array<unknown> = []
    await Effect.consoleWith((console) =>
      Effect.withConsole(printAddress, {
        ...console,
        log: (...values) => Effect.sync(() => void printed.push(...values))
      })
    ).pipe(Effect.provideService(HttpServer.HttpServer, server), Effect.runPromise)
    expect(printed).toEqual([
      "The API is at http://127.0.0.1:8081/v1, and its reference at http://127.0.0.1:8081/v1/docs"
    ])
  })
})
