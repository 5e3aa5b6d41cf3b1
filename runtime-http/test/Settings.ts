import { readFileSync } from "node:fs"
import { ConfigProvider, Duration, Effect, Redacted } from "effect"
import * as RuntimeConfig from "../src/RuntimeConfig.js"

const source = readFileSync(new URL("../src/RuntimeConfig.ts", import.meta.url), "utf8")

/** A setting, as its doc comment in `RuntimeConfig.ts` describes it. */
export interface Setting {
  readonly name: string
  /** The member of `RuntimeConfig` that holds it. */
  readonly member: keyof RuntimeConfig.RuntimeConfig
  /** The default that the comment states in parentheses; null when it states none. */
  readonly said: string | null
  readonly meaning: string
}

/** A doc comment that starts with the names of settings, and the members below it in the same order. */
const BLOCK = /\/\*\* (`[A-Z].*) \*\/\n((?: {2}readonly .*\n)+)/g
const NAME = /`([A-Z][A-Z_]+)`(?: \(([^)]*)\))?/g
const MEMBER = /readonly (\w+):/g

export const settings: ReadonlyArray<Setting> = [...source.matchAll(BLOCK)].flatMap(
  ([, comment = "", members = ""]) => {
    const [head = "", ...rest] = comment.split(": ")
    const names = [...members.matchAll(MEMBER)].map(([, member = ""]) => member as keyof RuntimeConfig.RuntimeConfig)
    return [...head.matchAll(NAME)].flatMap(([, name = "", said], index) => {
      const member = names[index]
      return member === undefined ? [] : [{ name, member, said: said ?? null, meaning: rest.join(": ") }]
    })
  }
)

/** The names of the environment variables that the source reads. */
export const namesRead: ReadonlySet<string> = new Set(
  [...source.matchAll(/"([A-Z][A-Z_]{3,})"/g)].map(([, name = ""]) => name)
)

/** Loads the settings from these environment variables. */
export const load = (values: Readonly<Record<string, string>>) =>
  RuntimeConfig.load.pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(values)))),
    Effect.either,
    Effect.runSync
  )

const shown = (value: RuntimeConfig.RuntimeConfig[keyof RuntimeConfig.RuntimeConfig]): string => {
  if (value === null || Redacted.isRedacted(value)) return ""
  if (Duration.isDuration(value)) return String(Duration.toSeconds(value))
  if (typeof value !== "object") return String(value)
  if ("current" in value || "origin" in value || "bytes" in value) return ""
  return "_tag" in value ? value._tag : [...value].join(",")
}

const orThrow = (read: ReturnType<typeof load>): RuntimeConfig.RuntimeConfig => {
  if (read._tag === "Left") throw read.left
  return read.right
}

/** The default of a setting; both values when it differs between the embedded database and a Postgres server. */
export const defaultOf = ({ member }: Setting): string => {
  const embedded = shown(orThrow(load({}))[member])
  const server = shown(orThrow(load({ DATABASE_URL: "postgres://localhost/db" }))[member])
  return embedded === server ? embedded : `${server}; ${embedded} on the embedded database`
}

/** The rows of the settings table in the README. */
export const rows: ReadonlyArray<ReadonlyArray<string>> = settings.map((setting) => {
  const meaning = `${setting.meaning.charAt(0).toUpperCase()}${setting.meaning.slice(1)}`
  return [`\`${setting.name}\``, defaultOf(setting).replace(/^[^;]+/, "`$&`"), meaning]
})
