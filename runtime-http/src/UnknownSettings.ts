import { Effect } from "effect"
import { nearestName } from "./NearestName.js"
import * as RuntimeConfig from "./RuntimeConfig.js"

const PREFIX = "TRIBUTARY_"

const ends = [...RuntimeConfig.names].flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))

/** An environment variable that looks like a setting and is none. */
export interface UnknownSetting {
  readonly name: string
  /** The setting that it most likely stands for; null if it is like none. */
  readonly nearest: string | null
}

/** Those of the variables that start like a setting and are none, such as one that a former release had. */
export const find = (variables: Iterable<string>): ReadonlyArray<UnknownSetting> =>
  [...variables]
    .filter((name) => name.startsWith(PREFIX) && !RuntimeConfig.names.has(name))
    .map((name) => {
      const nearest = nearestName(name.slice(PREFIX.length), ends)
      return { name, nearest: nearest === null ? null : PREFIX + nearest }
    })

/** Warns of each of them, because a misspelled or removed setting has no effect. */
export const warn = (variables: Iterable<string>): Effect.Effect<void> =>
  Effect.forEach(
    find(variables),
    ({ name, nearest }) =>
      Effect.logWarning(
        `${name} is not a setting, and has no effect. ${nearest === null ? "Remove it." : `Did you mean ${nearest}?`}`
      ),
    { discard: true }
  )
