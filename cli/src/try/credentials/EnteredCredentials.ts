import { parseEnv } from "node:util"
import { Prompt } from "@effect/cli"
import { FileSystem, type Terminal } from "@effect/platform"
import { Config, Effect, Option, Redacted } from "effect"
import { CommandFailure } from "../../CommandFailure.js"
import { explanationOf, type FormField, isTyped } from "./CredentialForm.js"

/** The credentials as they were entered, by the names of their fields. */
export type Entered = Readonly<Record<string, string>>

type Reader = (
  fields: ReadonlyArray<FormField>
) => Effect.Effect<Entered, CommandFailure, FileSystem.FileSystem | Terminal.Terminal>

const wrong = (message: string) => new CommandFailure({ reason: "WRONG_USAGE", message })

/** From the environment: those that are set. */
const fromEnvironment: Reader = (fields) =>
  Effect.gen(function* () {
    const found: Record<string, string> = {}
    for (const { name, variable } of fields) {
      const value = yield* Config.option(Config.string(variable)).pipe(
        Effect.orElseSucceed(() => Option.none<string>())
      )
      if (Option.isSome(value) && value.value !== "") found[name] = value.value
    }
    return found
  })

const questionOf = ({ help, isOptional, title, type, values }: FormField): Prompt.Prompt<string> => {
  const message = `${title}${isOptional ? " (optional)" : ""}: ${help}`
  if (type === "choice") return Prompt.select({ message, choices: values.map((value) => ({ title: value, value })) })
  return type === "secret" ? Prompt.map(Prompt.hidden({ message }), Redacted.value) : Prompt.text({ message })
}

/** From the person at the terminal, one after the other. */
const fromPrompt: Reader = (fields) =>
  Effect.forEach(fields, (field) => Effect.map(questionOf(field), (value) => [field.name, value] as const)).pipe(
    Effect.map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== ""))),
    Effect.catchTag("QuitException", () => Effect.interrupt)
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What a file says: JSON by the names of the fields, or lines such as `OKTA_API_TOKEN=...`. */
const parse = (text: string): Readonly<Record<string, unknown>> | null => {
  if (!text.trimStart().startsWith("{")) return { ...parseEnv(text) }
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : null
  } catch {
    return null
  }
}

/** Whether a line of a file is about something else: a program keeps variables of several services in one `.env`. */
const isForeign = (name: string, fields: ReadonlyArray<FormField>): boolean =>
  /^[A-Z][A-Z0-9_]*$/.test(name) && fields.every(({ name: own, variable }) => !name.startsWith(prefixOf(own, variable)))

/** What the variables of a vendor begin with, such as `OKTA_`. */
const prefixOf = (name: string, variable: string): string => variable.slice(0, variable.length - name.length)

/** From a file. Names that could be meant for the connector stay, so that a misspelled one is refused. */
const fromFile =
  (file: string): Reader =>
  (fields) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const text = yield* Effect.mapError(files.readFileString(file), () =>
        wrong(`The file ${file} cannot be read. --credentials takes a file, or one of the words env and prompt.`)
      )
      const said = parse(text)
      if (said === null || Object.values(said).some((value) => typeof value !== "string")) {
        return yield* wrong(
          `The file ${file} has no credentials. Write a JSON object of texts such as {"${fields[0]?.name}": "..."}, or lines such as ${fields[0]?.variable}=...`
        )
      }
      const names = new Map(fields.map(({ name, variable }) => [variable, name]))
      const own = Object.entries(said).filter(([name]) => !isForeign(name, fields))
      return Object.fromEntries(own.map(([name, value]) => [names.get(name) ?? name, String(value)]))
    })

/** Where credentials come from, by the word after `--credentials`; any other word is a file. */
const readers: Readonly<Record<string, Reader>> = { env: fromEnvironment, prompt: fromPrompt }

const missingFrom = (fields: ReadonlyArray<FormField>, entered: Entered): ReadonlyArray<FormField> =>
  fields.filter(
    ({ isOptional, name, when }) =>
      !isOptional && !(name in entered) && (when === null || when.name in entered === when.isEntered)
  )

const asking = (missing: ReadonlyArray<FormField>, source: string | null): CommandFailure =>
  wrong(
    [
      source === null || source in readers
        ? "Some credentials are missing. Set these variables, or pass --credentials with a file or the word prompt:"
        : `The file ${source} lacks some credentials. Add these lines, or leave out --credentials to be asked for them:`,
      ...missing.map(explanationOf)
    ].join("\n")
  )

/**
 * The credentials from where `source` says; without it, from the environment, and what is missing there from the person
 * at the terminal, if there is one.
 */
export const read = (
  fields: ReadonlyArray<FormField>,
  {
    baseUrl,
    hasPerson,
    source
  }: {
    /** Where the credentials come from; null for the default. */
    readonly source: string | null
    /** The address that replaces the one in the credentials; null if none does. */
    readonly baseUrl: string | null
    /** Whether somebody can answer questions. */
    readonly hasPerson: boolean
  }
): Effect.Effect<Entered, CommandFailure, FileSystem.FileSystem | Terminal.Terminal> =>
  Effect.gen(function* () {
    const given = Object.fromEntries(
      baseUrl === null ? [] : fields.filter(({ type }) => type === "base_url").map(({ name }) => [name, baseUrl])
    )
    const reader = source === null ? fromEnvironment : (readers[source] ?? fromFile(source))
    // A person is asked only for what is open; a file may also name the address that another one replaces.
    const asked = reader === fromPrompt ? fields.filter((field) => isTyped(field) && !(field.name in given)) : fields
    const entered = { ...(yield* reader(asked)), ...given }
    const missing = missingFrom(fields, entered)
    if (missing.length === 0) return entered
    if (source !== null || !hasPerson) return yield* asking(missing, source)
    return { ...entered, ...(yield* fromPrompt(missing)) }
  })
