import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Connector } from "@tributary/core"
import { Sandbox, ScriptedVendor } from "@tributary/core/replay"
import { Effect, type Scope } from "effect"
import * as Scripts from "./Scripts.js"

/** The vendors of `npm start -- --all`: one server that answers for all of them from the scripts of the connectors' tests, and changes. */
export interface SandboxVendors {
  /** The settings that send the requests for the vendors' hosts there, and keep the data apart from that of `npm start`, which cannot reach them. */
  readonly settings: Readonly<Record<string, string>>
  /** Changes a vendor, and returns what it did; null if the vendor is none of them or cannot change. */
  readonly advance: (vendor: string) => Effect.Effect<string | null>
  /** Changes one vendor after another, for ever. */
  readonly live: Effect.Effect<never>
}

/** How much time is between two changes, so that each vendor changes about once a minute. */
const CHANGE_EVERY = "3 seconds"

const SEED = 1

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Array<Buffer> = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString("utf8")
}

interface Vendor {
  readonly vendor: string
  readonly sandbox: Sandbox.Sandbox
}

const sandboxOf = (connector: Connector.Connector, seed: number): ReadonlyArray<Vendor> => {
  const script = Scripts.scripts[connector.vendor]
  if (script === undefined) return []
  const { credentials, replies } = script
  const options = { replies, seed, now: Date.now(), ...(credentials === undefined ? {} : { credentials }) }
  return [{ vendor: connector.vendor, sandbox: Sandbox.make(connector, options) }]
}

const listen = (vendors: ReadonlyArray<Vendor>) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly close: () => void }, Error>((resume) => {
      const server = createServer(async (request, response) => {
        const body = ScriptedVendor.received(await bodyOf(request))
        const path = request.url ?? "/"
        const address = new URL(path.startsWith("//") ? "/" : path, ScriptedVendor.BASE_URL)
        const replies = Object.assign({}, ...vendors.map(({ sandbox }) => sandbox.replies()))
        const { reply } = ScriptedVendor.answer(replies, request.method ?? "GET", address, body)
        const { content, headers, status } = ScriptedVendor.sentAs(reply)
        response.writeHead(status, headers)
        response.end(content)
      })
      server.once("error", (error) => resume(Effect.fail(error)))
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

/** The vendors that these connectors read. */
export const start = (
  connectors: ReadonlyArray<Connector.Connector>
): Effect.Effect<SandboxVendors, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const vendors = connectors.flatMap((connector, index) => sandboxOf(connector, SEED + index))
    const { url } = yield* listen(vendors)
    const hosts = vendors.flatMap(({ vendor }) => Scripts.scripts[vendor]?.hosts ?? [])
    const advance = (name: string) =>
      Effect.promise(async () => (await vendors.find(({ vendor }) => vendor === name)?.sandbox.advance()) ?? null)
    return {
      settings: { ...Scripts.overrides(hosts, url), TRIBUTARY_DATA_DIR: ".tributary/all" },
      advance,
      live: Effect.forever(
        Effect.forEach(vendors, ({ vendor }) => Effect.delay(advance(vendor), CHANGE_EVERY), { discard: true })
      )
    }
  })

/** What a connection of the sandbox is created with: all types of data, also the logs, which no connection reads by default. */
export const connectionOf = (connector: Connector.Connector) => ({
  vendor: connector.vendor,
  credentials: Scripts.credentialsOf(connector),
  data_export_types: Connector.exportTypesOf(connector)
})
