import { isAbsolute } from "node:path"
import { pathToFileURL } from "node:url"
import * as Core from "@tributary/core"
import { Connector } from "@tributary/core"
import { Effect } from "effect"
import { createJiti } from "jiti"
import { satisfies } from "semver"
import { CommandFailure } from "../../CommandFailure.js"
import * as ModuleName from "./ModuleName.js"

const wrong = (message: string) => new CommandFailure({ reason: "WRONG_USAGE", message })

const isConnector = (value: unknown): value is Connector.Connector =>
  typeof value === "object" &&
  value !== null &&
  ["vendor", "contract", "credentials", "http", "exports"].every((name) => name in value)

/** The connectors that a module exports, by the names of their exports; the default export only if it has no other name. */
const connectorsIn = (module: Readonly<Record<string, unknown>>): ReadonlyMap<string, Connector.Connector> => {
  const found = new Map<string, Connector.Connector>()
  const known = new Set<unknown>()
  const names = Object.keys(module).toSorted((one, other) => Number(one === "default") - Number(other === "default"))
  for (const name of names) {
    const value = module[name]
    if (!isConnector(value) || known.has(value)) continue
    known.add(value)
    found.set(name, value)
  }
  return found
}

/** Why a connector cannot run with the core of this command; null if it can. */
const refusalOf = ({ contract, core, vendor }: Connector.Connector): string | null => {
  const fits = "install releases of the connector and of @tributary/cli that need the same @tributary/core."
  if (contract !== Connector.CONTRACT) {
    return `${vendor} implements contract ${contract} of @tributary/core, and this command has contract ${Connector.CONTRACT}: ${fits}`
  }
  return satisfies(Connector.CORE_VERSION, core, { includePrerelease: true })
    ? null
    : `${vendor} was built for @tributary/core ${core}, and this command has ${Connector.CORE_VERSION}: ${fits}`
}

const pick = (
  typed: string,
  found: ReadonlyMap<string, Connector.Connector>,
  exportName: string | null
): Effect.Effect<Connector.Connector, CommandFailure> => {
  const names = [...found.keys()]
  if (names.length === 0) {
    return wrong(
      `${typed} exports no connector. Export what Connector.make returns: export const acme = Connector.make({ ... })`
    )
  }
  const name = exportName ?? (names.length === 1 ? names[0] : undefined)
  const connector = name === undefined ? undefined : found.get(name)
  if (connector === undefined) {
    const [module] = typed.split("#")
    if (exportName !== null) {
      return wrong(
        `${module} exports no connector ${exportName}. It exports ${names.join(", ")}: tributary try ${module}#${names[0]}`
      )
    }
    return wrong(
      `Which connector of ${module}? It exports ${names.join(", ")}. Name one: tributary try ${module}#${names[0]}`
    )
  }
  const refusal = refusalOf(connector)
  if (refusal !== null) return wrong(refusal)
  return Effect.succeed(connector)
}

/**
 * A loader that reads each module anew, TypeScript included.
 *
 * A connector gets the core of this command: two copies of it would only cost time.
 */
const makeLoader = (folder: string) =>
  createJiti(pathToFileURL(`${folder}/`).href, {
    moduleCache: false,
    interopDefault: false,
    virtualModules: { "@tributary/core": Core }
  })

/** What a module threw, and the place in the author's own files, if the error knows it. */
const describe = ({ message, stack = "" }: Error, folder: string): string => {
  const own = stack
    .split("\n")
    .map((line) => line.slice(Math.max(0, line.indexOf(`${folder}/`)), line.endsWith(")") ? -1 : undefined))
    .find((place) => place.startsWith(`${folder}/`) && /:\d+:\d+$/.test(place) && !place.includes("/node_modules/"))
  return own === undefined || message.includes(own) ? message : `${message} (${own.slice(folder.length + 1)})`
}

const notFound = (typed: string, { candidates, suggestion }: ModuleName.Place): CommandFailure =>
  suggestion === null
    ? wrong(`There is no connector ${typed} here. Type the path of its file, or the name of an installed package.`)
    : wrong(
        `No connector ${typed} is installed here; looked for the packages ${candidates.filter((each) => !isAbsolute(each)).join(", ")}. Install it: npm install ${suggestion}`
      )

/** Loads the connector that a person means by a path, a package or a short name, in this folder. */
export const load = (typed: string, folder: string): Effect.Effect<Connector.Connector, CommandFailure> =>
  Effect.gen(function* () {
    const place = ModuleName.read(typed, folder)
    const own = makeLoader(folder)
    const resolve = (name: string) =>
      own.esmResolve(name, { try: true }) ?? own.esmResolve(name, { try: true, parentURL: import.meta.url })
    const address = place.candidates.map(resolve).find((found) => found !== undefined)
    if (address === undefined) return yield* notFound(typed, place)
    const module = yield* Effect.tryPromise({
      try: () => own.import<Readonly<Record<string, unknown>>>(address),
      catch: (error) =>
        wrong(`${typed} cannot be loaded. ${error instanceof Error ? describe(error, folder) : String(error)}`)
    })
    return yield* pick(typed, connectorsIn(module), place.exportName)
  })
