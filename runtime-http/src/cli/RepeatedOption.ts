import { Options } from "@effect/cli"

/** Every option that may be repeated, by its name. */
const names = ["connection", "kind", "organization", "scope"] as const

/** An option that may be repeated, and narrows what its command concerns: without it, that is everything. */
export const make = (name: (typeof names)[number], description: string): Options.Options<Array<string>> =>
  Options.text(name).pipe(Options.withDescription(description), Options.repeated)

const options: ReadonlyArray<string> = names.map((name) => `--${name}`)

const isMissing = (value: string | undefined): boolean =>
  value === undefined || value.trim() === "" || value.startsWith("-")

/**
 * Why arguments are refused that have such an option without its value; null if they have none. The command parser drops the option
 * instead, so that an empty variable of a shell would make a key for everything.
 */
export const refusal = (args: ReadonlyArray<string>): string | null => {
  const option = args.find((arg, index) => options.includes(arg) && isMissing(args[index + 1]))
  return option === undefined
    ? null
    : `${option}: expected a value after it. If the value comes from a variable, check that the variable is not empty; to leave the limit out, leave out ${option}.`
}
