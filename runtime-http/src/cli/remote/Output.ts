import { Options } from "@effect/cli"
import { PlainText } from "@tributary/core"
import { Console, Effect, Option } from "effect"
import { CommandError } from "../CommandError.js"
import * as Table from "../Table.js"
import * as TimeSpan from "../TimeSpan.js"

/** Prints a value as JSON. */
export const json = (value: unknown): Effect.Effect<void> =>
  Console.log(PlainText.escaped(JSON.stringify(value, null, 2)))

/** Prints the entries of a list as JSON, or as a table with a word about those that are not shown. */
export const list = <A>(
  columns: Table.Columns<A>,
  { items, total }: { readonly items: ReadonlyArray<A>; readonly total: number },
  { isJson, none }: { readonly isJson: boolean; readonly none: string }
): Effect.Effect<void> => {
  if (isJson) return json(items)
  if (items.length === 0) return Console.log(total === 0 ? none : `None of ${total} is shown.`)
  const rest = total - items.length
  const more = rest === 0 ? "" : `\n\n${rest} more are not shown: narrow the list, or raise --limit.`
  return Console.log(`${Table.print(columns, items)}${more}`)
}

/** How wide text is at most, as a table is. */
const WIDTH = 100
const INDENT = "  "

const wrapped = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || INDENT.length + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => `${INDENT}${line}`)
}

/** Prints sentences about entries of a list below it, each below the id of its entry. */
export const sentences = (
  entries: ReadonlyArray<readonly [id: string, sentences: ReadonlyArray<string>]>
): Effect.Effect<void> => {
  const lines = entries.flatMap(([id, said]) =>
    said.length === 0 ? [] : ["", id, ...said.flatMap((sentence) => wrapped(PlainText.inLine(sentence)))]
  )
  return lines.length === 0 ? Effect.void : Console.log(lines.join("\n"))
}

/** For how long something has been so, such as `3h`; empty if it is not. */
export const age = (since: string | null, now: number): string =>
  since === null ? "" : TimeSpan.print(Math.max(0, Math.round((now - Date.parse(since)) / 1_000)))

/** Whether to print JSON. */
export const isJson = Options.boolean("json").pipe(
  Options.withDescription("Prints what the API answers, as JSON, instead of a table.")
)

/** How many entries are shown. */
export const limit = Options.integer("limit").pipe(
  Options.withDescription("How many are shown at most, up to 10000; 100 by default."),
  Options.withDefault(100),
  Options.filterMap(
    (value) => (value >= 1 && value <= 10_000 ? Option.some(value) : Option.none()),
    "--limit: expected a number from 1 to 10000."
  )
)

/** An option that limits a list, which need not be there. */
export const text = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional, Options.map(Option.getOrUndefined))

/** The seconds of an option such as `--stale 6h`; undefined without it. */
export const seconds = (name: string, sent: string | undefined): Effect.Effect<number | undefined, CommandError> => {
  if (sent === undefined) return Effect.succeed(undefined)
  const found = TimeSpan.secondsOf(sent)
  return found === null || found === 0
    ? new CommandError({ message: `--${name} ${PlainText.inLine(sent)}: expected a time such as 30m, 6h or 2d.` })
    : Effect.succeed(found)
}
