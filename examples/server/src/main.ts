import { NodeRuntime } from "@effect/platform-node"
import { Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { Cause, ConfigProvider, Console, Effect } from "effect"
import { connectors } from "./connectors.js"
import * as Demo from "./Demo.js"
import * as DemoVendor from "./DemoVendor.js"
import { failure } from "./failure.js"
import { welcome } from "./welcome.js"

/** What differs from the runtime's defaults, since the vendor is on this machine and a person reads the terminal. */
const demoSettings = { TRIBUTARY_ALLOW_LOOPBACK: "true", TRIBUTARY_LOG_LEVEL: "Error" }

const given = Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
const settings = ConfigProvider.fromMap(new Map([...Object.entries(demoSettings), ...given]))

/**
 * What a platform team copies: the settings, the connectors in an array, one layer. The demo vendor, the demo data and
 * the demo settings are what a production server leaves out.
 */
const program = Effect.gen(function* () {
  const config = yield* RuntimeConfig.load
  const runtime = Runtime.layer({ connectors, config })
  const file = yield* Demo.readFile(config.dataDir)
  const vendor = yield* DemoVendor.start(file?.demo_vendor_url ?? null)
  yield* Effect.gen(function* () {
    const demo = yield* Demo.prepare({ dataDir: config.dataDir, file, vendor })
    yield* Effect.sync(() => console.log(welcome(demo)))
    return yield* Effect.never
  }).pipe(Effect.provide(runtime))
}).pipe(Effect.scoped, Effect.withConfigProvider(settings))

const reported = Effect.tapErrorCause(program, (cause) =>
  Cause.isInterruptedOnly(cause) ? Effect.void : Console.error(failure(cause))
)

// The runtime writes JSON lines itself, and a person reads why it did not start.
NodeRuntime.runMain(reported, { disablePrettyLogger: true, disableErrorReporting: true })
