import { PlainText } from "@tributary/core"
import { Console, Effect } from "effect"
import type { Secrets } from "./Secrets.js"

/** The only door through which a run writes: no secret passes it, and no character that a terminal obeys. */
export interface Output {
  /** Writes what the run found to the standard output. */
  readonly result: (text: string) => Effect.Effect<void>
  /** Writes how the run goes on, and what fails, to the standard error. */
  readonly status: (text: string) => Effect.Effect<void>
  /** The text without secrets and control characters, for a failure. */
  readonly hide: (text: string) => string
  /** How many characters fit into a line. */
  readonly columns: number
  /** Whether a person watches, so that lines may change. */
  readonly isLive: boolean
}

/** What decides how an output looks. */
export interface Screen {
  /** How many characters fit into a line; absent if the output is not a terminal. */
  readonly columns?: number
  /** Whether the standard error is a terminal. */
  readonly isLive: boolean
  /** Whether somebody can answer questions. */
  readonly hasPerson: boolean
}

const DEFAULT_COLUMNS = 120

/** The output of a run with these secrets. */
export const make = (secrets: Secrets, { columns = DEFAULT_COLUMNS, isLive }: Screen): Output => {
  const hide = (text: string): string => PlainText.escaped(secrets.hide(text))
  return {
    result: (text) => Console.log(hide(text)),
    status: (text) => Console.error(hide(text)),
    hide,
    columns,
    isLive
  }
}

/** The screen of this process. */
export const screen: Effect.Effect<Screen> = Effect.sync(() => ({
  // A terminal that does not know its size says 0.
  ...(process.stdout.columns ? { columns: process.stdout.columns } : {}),
  isLive: process.stderr.isTTY === true,
  hasPerson: process.stdin.isTTY === true
}))
