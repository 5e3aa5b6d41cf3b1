/*
 * Which options a declaration has. The compiler checks the same, but if a required option is missing or misspelt, it infers nothing and complains about
 * the row schema; and a test runner checks no types.
 */

/** Each option by name, and whether a declaration must have it. */
export type OptionNames<Options> = Readonly<Record<keyof Options, "required" | "optional">>

const named = (names: ReadonlyArray<string>): string => names.join(", ")

/** Throws if the options lack a required one, or have one that does not exist. `what` names the declaration, such as `Extractor.make, /users`. */
export const verify = <Options extends object>(what: string, options: Options, names: OptionNames<Options>): void => {
  const known = Object.entries<"required" | "optional">(names)
  const missing = known.flatMap(([name, need]) => (need === "required" && !(name in options) ? [name] : []))
  const unknown = Object.keys(options).filter((name) => !(name in names))
  const problems = [
    ...(missing.length === 0 ? [] : [`lacks ${named(missing)}`]),
    ...(unknown.length === 0 ? [] : [`has no option ${named(unknown)}`])
  ]
  if (problems.length === 0) return
  const all = named(known.map(([name]) => name))
  throw new Error(`${what}: the declaration ${problems.join(", and ")}. Its options are ${all}.`)
}
