import { Effect } from "effect"
import { type Candidate, correction, isConnector, RegistryError } from "../../vendor/ConnectorRegistry.js"
import type { ModuleLoader } from "./ModuleLoader.js"

const refuse = (message: string) => new RegistryError({ message })

/** What `Connector.make` of any copy of core throws. */
const isInvalidConnector = (error: unknown): error is Error =>
  error instanceof Error && error.name === "InvalidConnector"

/** What to change if a module throws while it is loaded, in one sentence; `what` is the module. */
export const refusalOf = (what: string, remedy: string, error: unknown): RegistryError => {
  const [reason = "", ...problems] = String(error instanceof Error ? error.message : error).split("\n  ")
  return refuse(
    isInvalidConnector(error)
      ? `${what} has an invalid connector: correct ${correction(problems)}.`
      : `${what} cannot be loaded: ${remedy} (${reason.split("\n")[0]}).`
  )
}

/** The connectors that a package exports, each once. */
export const load = (
  name: string,
  { load, resolve }: ModuleLoader
): Effect.Effect<ReadonlyArray<Candidate>, RegistryError> =>
  Effect.gen(function* () {
    const address = resolve(name)
    if (address === undefined) {
      return yield* refuse(`The package ${name} is not installed: correct its name, or run npm install ${name}.`)
    }
    const module = yield* Effect.tryPromise({
      try: () => load(address),
      catch: (error) => refusalOf(`The package ${name}`, "install what it misses, or another release of it", error)
    })
    const connectors = [...new Set(Object.values(module))].filter(isConnector)
    if (connectors.length === 0) {
      return yield* refuse(
        `The package ${name} exports no connector: remove it from the connectors, or export in it what Connector.make returns.`
      )
    }
    return connectors.map((value) => ({ value, source: `the package ${name}` }))
  })
