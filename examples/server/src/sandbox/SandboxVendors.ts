import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Connector } from "@tributary/core"
import { Sandbox, ScriptedVendor } from "@tributary/core/replay"
import { Effect, type Scope } from "effect"
import * as Scripts from "./Scripts.js"

/** The vendors of `npm start -- --all`: one server that answers for all of them from the scripts of the connectors' tests, with many times their rows, and changes. */
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

/** How many times the vendors have the rows of the scripts. */
type Copies = Pick<Sandbox.Options, "times">

interface Vendor {
  readonly vendor: string
  readonly sandbox: Sandbox.Sandbox
}

const sandboxOf = async (
  connector: Connector.Connector,
  seed: number,
  more: Copies
): Promise<ReadonlyArray<Vendor>> => {
  const script = Scripts.sandboxOf(connector)
  if (script === null) return []
  const options = { ...script, ...more, seed, now: Date.now() }
  return [{ vendor: connector.vendor, sandbox: await Sandbox.make(connector, options) }]
}

const scoreOf = ({ key }: ReturnType<ScriptedVendor.Answering>): number =>
  key === null ? -1 : ScriptedVendor.parse(key).score

const NOT_FOUND: ScriptedVendor.Reply = { status: 404, body: { error: "no sandbox answers this" } }

const listen = (vendors: ReadonlyArray<Vendor>) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly close: () => void }, Error>((resume) => {
      const server = createServer(async (request, response) => {
        const body = ScriptedVendor.received(await bodyOf(request))
        const path = request.url ?? "/"
        const address = new URL(path.startsWith("//") ? "/" : path, ScriptedVendor.BASE_URL)
        const answers = vendors.map(({ sandbox }) => sandbox.answer(request.method ?? "GET", address, body))
        // Two vendors may answer at one path: the one whose key names more of the request is asked.
        const [found] = answers.toSorted((one, other) => scoreOf(other) - scoreOf(one))
        const { content, headers, status } = ScriptedVendor.sentAs(found?.key == null ? NOT_FOUND : found.reply)
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
  connectors: ReadonlyArray<Connector.Connector>,
  more: Copies = {}
): Effect.Effect<SandboxVendors, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const vendors = (yield* Effect.forEach(connectors, (connector, index) =>
      Effect.promise(() => sandboxOf(connector, SEED + index, more))
    )).flat()
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
  ...Scripts.signInOf(connector),
  data_export_types: Connector.exportTypesOf(connector)
})
