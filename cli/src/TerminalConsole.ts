import { stripVTControlCharacters } from "node:util"
import type { Console } from "effect"
import * as HelpText from "./HelpText.js"

/** Where a program prints. */
export interface Streams {
  readonly stdout: { readonly isTTY?: boolean }
  readonly stderr: { readonly isTTY?: boolean }
}

const helpful = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.map((value) => (typeof value === "string" ? HelpText.plain(value) : value))

const plain = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.map((value) => (typeof value === "string" ? stripVTControlCharacters(value) : value))

/**
 * A console that prints colours to terminals only, and none if `NO_COLOR` is set (https://no-color.org): the command parser always has them
 * in its help, and they are unreadable in a file. Help has the sentences of its options only.
 */
export const make = (console: Console.Console, { stderr, stdout }: Streams, noColor = ""): Console.Console => {
  const isColoured = ({ isTTY = false }: Streams["stdout"]): boolean => isTTY && noColor === ""
  return {
    ...console,
    error: (...values) => console.error(...(isColoured(stderr) ? values : plain(values))),
    log: (...values) => console.log(...(isColoured(stdout) ? helpful(values) : plain(helpful(values))))
  }
}
