import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Keys } from "@tributary/runtime-http"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Database } from "../../runtime-http/src/store/postgres/Database.js"
import { onPostgres, TestDatabase } from "../../runtime-http/test/TestDatabase.js"
import { until } from "../support/Wait.js"
import * as Proxy from "./Proxy.js"
import * as ServerProcess from "./ServerProcess.js"

const POLL_MILLIS = 100
/** Thirty polls of the proxy: a busy machine may delay some of them. */
const DRAIN_SECS = "3"
/** How many clients send requests without a pause. */
const CLIENTS = 6

onPostgres("a server that is asked to stop", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  let dataDir = ""
  let file = ""
  let key = ""
  let env: Readonly<Record<string, string>> = {}

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "tributary-"))
    const url = await scoped(TestDatabase.makeUrl({ migrated: true }))
    file = await scoped(ServerProcess.bundle)
    key = await Effect.runPromise(
      Effect.gen(function* () {
        const keys = yield* Keys.Keys
        return Redacted.value((yield* keys.create(yield* keys.createAccount("Acme"), "test")).key)
      }).pipe(Effect.provide(Keys.layer), Effect.provide(Database.layerUrl({ url, maxConnections: 1 })))
    )
    env = {
      DATABASE_URL: Redacted.value(url),
      TRIBUTARY_DATA_DIR: dataDir,
      TRIBUTARY_MASTER_KEY: `1:${randomBytes(32).toString("base64")}`,
      TRIBUTARY_REQUESTS_PER_SECOND: "100000",
      TRIBUTARY_LOG_LEVEL: "Warning"
    }
  })

  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await rm(dataDir, { recursive: true, force: true })
  })

  const start = (drainSecs: string) => scoped(ServerProcess.start(file, { ...env, TRIBUTARY_DRAIN_SECS: drainSecs }))
  const originOf = ({ baseUrl }: ServerProcess.ServerProcess) => new URL(baseUrl).origin

  /** Sends requests until it is told to stop; returns how many were answered, and what was answered to the others. */
  const load = (origin: string) => {
    const lost: Array<string> = []
    let answered = 0
    let isOver = false
    const client = async () => {
      while (!isOver) {
        const answer = await fetch(`${origin}/v1/connectors`, { headers: { "x-api-key": key } }).then(
          async (response) => ({ ok: response.ok, text: `${response.status}: ${await response.text()}` }),
          (error: Error) => ({ ok: false, text: `${error.message}: ${error.cause}` })
        )
        if (answer.ok) answered += 1
        else lost.push(answer.text)
      }
    }
    const clients = Array.from({ length: CLIENTS }, client)
    return {
      lost,
      /** Waits until many more requests have been sent. */
      more: async () => {
        const before = answered + lost.length
        await until(async () => (answered + lost.length > before + 10 * CLIENTS ? true : null))
      },
      stop: async () => {
        isOver = true
        await Promise.all(clients)
      }
    }
  }

  it("loses no request when two of them are replaced behind a proxy, one after the other", async () => {
    const proxy = await Proxy.start(POLL_MILLIS)
    const join = async () => {
      const server = await start(DRAIN_SECS)
      proxy.add(originOf(server))
      await until(async () => (proxy.ready().includes(originOf(server)) ? true : null))
      return server
    }
    const leave = async (server: ServerProcess.ServerProcess) => {
      server.signal("SIGTERM")
      expect(await Effect.runPromise(server.ended)).toBe(0)
      proxy.remove(originOf(server))
    }
    const before = await Promise.all([join(), join()])
    const requests = load(proxy.origin)
    try {
      for (const server of before) {
        await requests.more()
        await leave(server)
        await requests.more()
        await join()
      }
      await requests.more()
    } finally {
      await requests.stop()
      proxy.stop()
    }
    expect(requests.lost).toEqual([])
  })

  it("is not ready at once, goes on answering on connections that it closes, and ends at once when it is asked again", async () => {
    const server = await start("600")
    const ask = (path: string) => fetch(`${originOf(server)}${path}`, { headers: { "x-api-key": key } })
    expect((await ask("/v1/connectors")).headers.get("connection")).toBe("keep-alive")
    server.signal("SIGTERM")
    const refusal = await until(async () => {
      const answer = await ask("/readyz")
      return answer.ok ? null : answer
    })
    expect([refusal.status, await refusal.json()]).toEqual([503, { detail: "The process is stopping." }])
    const answer = await ask("/v1/connectors")
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"])
    expect((await ask("/healthz")).status).toBe(200)
    server.signal("SIGTERM")
    expect(await Effect.runPromise(server.ended)).toBe("SIGTERM")
  })
})
