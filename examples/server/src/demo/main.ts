import { NodeRuntime } from "@effect/platform-node"
import { Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { Cause, ConfigProvider, Console, Effect } from "effect"
import { connectors } from "../connectors.js"
import * as SandboxVendors from "../sandbox/SandboxVendors.js"
import * as Demo from "./Demo.js"
import * as DemoVendor from "./DemoVendor.js"
import { demoSettings } from "./demoSettings.js"
import { failure } from "./failure.js"
import { welcome } from "./welcome.js"

const given = Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value] as const] : []))

/** The settings of the process, before those of the demo. */
const settingsWith = (more: Readonly<Record<string, string>>) =>
  ConfigProvider.fromMap(new Map([...Object.entries({ ...demoSettings, ...more }), ...given]))

/** The connectors whose vendors are played besides the demo vendor: with `--all` all others, otherwise none. */
const others = process.argv.includes("--all") ? connectors.filter(({ vendor }) => vendor !== "OKTA") : []

/** The server of `../main.ts` with a demo vendor and an account, a key and a connection to try it with. */
const program = Effect.gen(function* () {
  const sandbox = others.length === 0 ? null : yield* SandboxVendors.start(others)
  const settings = settingsWith(sandbox?.settings ?? {})
  if (sandbox !== null) yield* Effect.forkScoped(sandbox.live)
  yield* Effect.gen(function* () {
    const config = yield* RuntimeConfig.load
    const runtime = Runtime.layer({ connectors, config })
    const file = yield* Demo.readFile(config.dataDir)
    const vendor = yield* DemoVendor.start(file?.demo_vendor_url ?? null)
    yield* Effect.gen(function* () {
      const further = others.map(SandboxVendors.connectionOf)
      const demo = yield* Demo.prepare({ dataDir: config.dataDir, file, vendor, further })
      yield* Effect.sync(() => console.log(welcome(demo)))
      return yield* Effect.never
    }).pipe(Effect.provide(runtime))
  }).pipe(Effect.withConfigProvider(settings))
}).pipe(Effect.scoped)

const reported = Effect.tapErrorCause(program, (cause) =>
  Cause.isInterruptedOnly(cause) ? Effect.void : Console.error(failure(cause))
)

// `failure` says why the server did not start; the runtime writes everything else in JSON.
NodeRuntime.runMain(reported, { disablePrettyLogger: true, disableErrorReporting: true })
