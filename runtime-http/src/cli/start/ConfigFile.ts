import { existsSync } from "node:fs"
import { basename, dirname, resolve } from "node:path"
import type { Connector } from "@tributary/core"
import { Effect } from "effect"
import { nearestName } from "../../NearestName.js"
import { check, RegistryError } from "../../vendor/ConnectorRegistry.js"
import * as ConnectorPackage from "./ConnectorPackage.js"
import * as ModuleLoader from "./ModuleLoader.js"

/** The name of the file if a command does not name another. */
export const DEFAULT_NAME = "tributary.config.ts"

const KEYS: ReadonlyArray<string> = ["connectors"]

const refuse = (message: string) => new RegistryError({ message })

/** The list of connectors in what a file exports; fails if it is not what `defineConfig` returns. */
const connectorsOf = (file: string, config: unknown): Effect.Effect<ReadonlyArray<unknown>, RegistryError> => {
  if (typeof config !== "object" || config === null) {
    return refuse(`${file} has no default export: write export default defineConfig({ connectors: [...] }) in it.`)
  }
  const unknown = Object.keys(config).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, KEYS)
    return refuse(
      `${file} has "${unknown}", which is nothing that it can have: ${nearest === null ? "remove it" : `write ${nearest} instead`}.`
    )
  }
  const connectors: unknown = Reflect.get(config, "connectors")
  return Array.isArray(connectors)
    ? Effect.succeed(connectors)
    : refuse(
        `${file} has no list of connectors: write connectors: [...] in it, with the names of packages or with values.`
      )
}

/** The connectors that a file such as `tributary.config.ts` names; fails with one sentence that says what to change. */
export const load = (
  path: string,
  makeLoader = ModuleLoader.make
): Effect.Effect<ReadonlyArray<Connector.Connector>, RegistryError> =>
  Effect.gen(function* () {
    const file = basename(path)
    const address = resolve(path)
    if (!existsSync(address)) {
      return yield* refuse(
        `There is no ${file} in ${dirname(address)}: write one with export default defineConfig({ connectors: [...] }), or name another file with --config.`
      )
    }
    const loader = makeLoader(dirname(address))
    const module = yield* Effect.tryPromise({
      try: () => loader.load(address),
      catch: (error) => ConnectorPackage.refusalOf(file, "correct it or what it imports", error)
    })
    const connectors = yield* connectorsOf(file, module["default"])
    const candidates = yield* Effect.forEach(connectors, (connector, index) =>
      typeof connector === "string"
        ? ConnectorPackage.load(connector, loader)
        : Effect.succeed([{ value: connector, source: `connectors[${index}] of ${file}` }])
    )
    return yield* check(candidates.flat())
  })
