import { startDemoVendor } from "@tributary/example-demo-vendor"
import { Effect, type Scope } from "effect"

/** The demo vendor's address and token. */
export interface DemoVendor {
  readonly url: string
  readonly token: string
}

const DEFAULT_PORT = 4010

/** Starts the demo vendor on the port of the last start, or on any free port if that one is taken. */
export const start = (lastUrl: string | null): Effect.Effect<DemoVendor, Error, Scope.Scope> => {
  const port = lastUrl === null ? DEFAULT_PORT : Number(new URL(lastUrl).port)
  const listen = (wanted: number) =>
    Effect.tryPromise({
      try: () => startDemoVendor({ port: wanted }),
      catch: (cause) => new Error(`The demo vendor did not start: ${String(cause)}`)
    })
  return Effect.acquireRelease(
    Effect.orElse(listen(port), () => listen(0)),
    (vendor) => Effect.promise(() => vendor.close())
  )
}
