import { fileURLToPath } from "node:url"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Bundle from "../../../runtime-http/test/Bundle.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as Installation from "../../support/process/Installation.js"
import * as ServerProcess from "../../support/process/ServerProcess.js"
import { until } from "../../support/Wait.js"
import * as Proxy from "./Proxy.js"

const POLL_MILLIS = 100
/** Thirty polls of the proxy: a busy machine may delay some of them. */
const DRAIN_SECS = "3"
/** How many clients send requests without a pause. */
const CLIENTS = 6

onPostgres("a server that is asked to stop", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  let file = ""
  let installation: Installation.Installation

  beforeAll(async () => {
    const url = await scoped(TestDatabase.makeUrl({ migrated: true }))
    file = await scoped(Bundle.bundle(fileURLToPath(new URL("../../../examples/server/src/main.ts", import.meta.url))))
    installation = await Installation.on(Redacted.value(url))
  })

  const servers: Array<ServerProcess.ServerProcess> = []
  afterAll(async () => {
    for (const { release } of servers) await release()
    await installation?.remove()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const start = async (drainSecs: string) => {
    const server = await ServerProcess.start(file, {
      ...installation.env,
      TRIBUTARY_REQUESTS_PER_SECOND: "100000",
      TRIBUTARY_DATABASE_SHARE_MILLIS: "1000000",
      TRIBUTARY_LOG_LEVEL: "Warning",
      TRIBUTARY_DRAIN_SECS: drainSecs
    })
    servers.push(server)
    return server
  }

  /** Sends requests until it is told to stop; returns how many were answered, and what was answered to the others. */
  const load = (origin: string) => {
    const lost: Array<string> = []
    let answered = 0
    let isOver = false
    const client = async () => {
      while (!isOver) {
        const answer = await fetch(`${origin}/v1/connectors`, { headers: { "x-api-key": installation.apiKey } }).then(
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

  it("loses no request when two servers behind a proxy are replaced one after the other", async () => {
    const proxy = await Proxy.start(POLL_MILLIS)
    const join = async () => {
      const server = await start(DRAIN_SECS)
      proxy.add(server.origin)
      await until(async () => (proxy.ready().includes(server.origin) ? true : null))
      return server
    }
    const leave = async (server: ServerProcess.ServerProcess) => {
      server.signal("SIGTERM")
      expect(await server.ended).toBe(0)
      proxy.remove(server.origin)
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

  it("becomes unready at once, still answers on connections that it closes, and exits at once if it is asked again", async () => {
    const server = await start("600")
    const ask = (path: string) => fetch(`${server.origin}${path}`, { headers: { "x-api-key": installation.apiKey } })
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
    expect(await server.ended).toBe("SIGTERM")
  })
})
