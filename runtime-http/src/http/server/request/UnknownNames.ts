import { Either } from "effect"
import type { Refusal, Rule } from "../../../api/parts/Parameter.js"
import * as Parameter from "../../../api/parts/Parameter.js"
import { nearestName } from "../../../NearestName.js"

/** A name that a parameter such as `fields` does not know. */
export interface Unknown {
  readonly name: string
  /** The known name that is closest; null if none is close. */
  readonly nearest: string | null
}

/** How many unknown names an error tells, and how many characters of each. */
const MAX_UNKNOWN = 5
const MAX_NAME = 100

const namesOf = ({ constraints }: Rule): ReadonlyArray<string> =>
  Array.isArray(constraints["enum"]) ? constraints["enum"].map(String) : []

/** The first unknown names among the values of a parameter; none if its values are not names, or not a list at all. */
export const find = (rule: Rule, sent: ReadonlyArray<string>): ReadonlyArray<Unknown> => {
  if (rule.noun === undefined) return []
  const known = namesOf(rule)
  const [only, ...more] = sent
  const names = new Set(Either.getOrElse(Parameter.parse(more.length === 0 ? (only ?? "") : sent), () => []))
  return [...names]
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => name.slice(0, MAX_NAME))
    .map((name) => ({ name, nearest: nearestName(name, known) }))
}

/** Says of each name that it is unknown, and which one was probably meant. */
export const explain = (rule: Rule, unknown: ReadonlyArray<Unknown>): string =>
  unknown
    .map(({ name, nearest }) => {
      const hint = nearest === null ? `Known are ${namesOf(rule).join(", ")}.` : `Did you mean ${nearest}?`
      return `There is no ${rule.noun} ${JSON.stringify(name)}. ${hint}`
    })
    .join(" ")

/** The nearest name of the first unknown one, for `ctx`. */
export const nearestOf = ([first]: ReadonlyArray<Unknown>): { readonly nearest?: string } =>
  first === undefined || first.nearest === null ? {} : { nearest: first.nearest }

/** What an error says of a name that other parameters of the query rule out. */
export const explainRefusal = ({ isMisspelled, known, why }: Refusal, sent: string) => {
  const name = sent.slice(0, MAX_NAME)
  const nearest = isMisspelled ? nearestName(name, known) : null
  const hint = nearest === null ? `Send one of ${known.join(", ")}.` : `Did you mean ${nearest}?`
  return {
    msg: `${why(JSON.stringify(name))}. ${hint}`,
    ctx: { enum: known, ...nearestOf([{ name, nearest }]) }
  }
}
