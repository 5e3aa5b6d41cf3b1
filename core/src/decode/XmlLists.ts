/*
 * An element of XML that occurs once looks like a field, whether or not it may occur more often. Paths such as
 * `HOSTS.HOST.TAGS?.TAG` say which elements make a list, so that one of them, and none, is a list too.
 */

/** The fields of an element. */
export type Fields = Record<string, unknown>

/** A name on a path. */
interface Step {
  readonly name: string
  /** Whether the vendor leaves the element out if it would be empty. */
  readonly isOptional: boolean
}

/** Which elements make a list. */
export interface Lists {
  /** The steps to lists, by the path of the element below which they begin. */
  readonly below: ReadonlyMap<string, ReadonlyArray<ReadonlyArray<Step>>>
  /** The paths of all elements above and at those. */
  readonly ways: ReadonlySet<string>
}

const stepsOf = (path: string): ReadonlyArray<Step> =>
  path.split(".").map((part) => ({ name: part.replace(/\?$/, ""), isOptional: part.endsWith("?") }))

/** The path above the root. */
export const START = ""

/** The path of an element below another one; null if no list is there, so that no other path is ever written out. */
export const pathOf = ({ ways }: Lists, parent: string | null, name: string): string | null => {
  if (parent === null) return null
  const path = parent === START ? name : `${parent}.${name}`
  return ways.has(path) ? path : null
}

/** Reads the paths; throws if one has no element around its list. */
export const parse = (paths: ReadonlyArray<string>): Lists => {
  const below = new Map<string, ReadonlyArray<ReadonlyArray<Step>>>()
  const ways = new Set<string>()
  for (const path of paths) {
    const steps = stepsOf(path)
    // The list begins below the last element that is always there.
    const rest = steps.length - 1
    const from = steps.findLastIndex(({ isOptional }, index) => index < rest && !isOptional)
    if (from < 0 || steps.some(({ name }) => name === "")) {
      throw new Error(
        `"${path}" names no list: write the path from the root, such as "HOSTS.HOST" or "HOSTS.HOST.TAGS?.TAG".`
      )
    }
    let anchor = START
    for (const { name } of steps.slice(0, from + 1)) {
      anchor = anchor === START ? name : `${anchor}.${name}`
      ways.add(anchor)
    }
    below.set(anchor, [...(below.get(anchor) ?? []), steps.slice(from + 1)])
  }
  return { below, ways }
}

/** The name under which an element with fields or attributes has its own text. */
export const TEXT = "#text"

const filled = (element: unknown, [step, ...rest]: ReadonlyArray<Step>): unknown => {
  if (step === undefined) return element
  if (Array.isArray(element)) return element.map((each) => filled(each, [step, ...rest]))
  // A text where elements should be is left as it is: it is no element whose list is empty.
  if (typeof element === "string") return element
  const fields = (element ?? {}) as Fields
  const value = Object.hasOwn(fields, step.name) ? fields[step.name] : undefined
  if (rest.length > 0) fields[step.name] = filled(value, rest)
  else if (!Array.isArray(value)) fields[step.name] = value === undefined ? [] : [value]
  return fields
}

/** An element at a path with the lists that begin below it. */
export const fill = ({ below }: Lists, path: string | null, element: unknown): unknown =>
  path === null ? element : (below.get(path) ?? []).reduce(filled, element)
