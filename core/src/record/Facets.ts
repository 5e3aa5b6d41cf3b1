/** By which values of a record list filters find it. */
export interface Facet {
  /** The names of the fields on the way to the value; it passes through every item of an array. */
  readonly path: ReadonlyArray<string>
  /** Whether letters from A to Z count as those from a to z. */
  readonly ignoresCase: boolean
}

/** The facets of a kind, by name. */
export type Facets = Readonly<Record<string, Facet>>

/** A value of a facet, in a record or in a filter. */
export type Value = string | boolean

/** A facet in the table of kinds: the path with dots, such as `compliances.result`. */
export type Declared =
  | string
  | {
      /** The path. */
      readonly path: string
      /** The filter matches whatever the case of its letters. */
      readonly ignoresCase: true
    }

/** The facet that a row of the table declares. */
export const declared = (facet: Declared): Facet =>
  typeof facet === "string"
    ? { path: facet.split("."), ignoresCase: false }
    : { path: facet.path.split("."), ignoresCase: facet.ignoresCase }

// Other letters keep their case, because databases disagree on it.
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Passes the values at the path to `found`, from the step at `index` on. */
const visit = (value: unknown, path: ReadonlyArray<string>, index: number, found: (value: Value) => void): void => {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, path, index, found)
  } else if (index === path.length) {
    if (typeof value === "string" || typeof value === "boolean") found(value)
  } else if (value !== null && typeof value === "object") {
    visit((value as Record<string, unknown>)[path[index] ?? ""], path, index + 1, found)
  }
}

/** The term that a record and a filter with this value have in common. */
export const term = (name: string, { ignoresCase }: Facet, value: Value): string =>
  `${name}:${ignoresCase ? lowerCase(String(value)) : value}`

/** The terms of a record, without duplicates; null has none. */
export const terms = (facets: Facets, record: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const name of Object.keys(facets)) {
    const facet = facets[name]
    if (facet !== undefined) visit(record, facet.path, 0, (value) => found.add(term(name, facet, value)))
  }
  return [...found]
}
