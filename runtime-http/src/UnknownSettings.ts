import { Effect } from "effect"
import { nearestName } from "./NearestName.js"
import * as OperatorSettings from "./OperatorSettings.js"
import * as RuntimeConfig from "./RuntimeConfig.js"

const PREFIX = "TRIBUTARY_"

const ends = [...RuntimeConfig.names].flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))

/** An environment variable whose name starts like that of a setting, although there is no such setting. */
export interface UnknownSetting {
  readonly name: string
  /** The setting with the closest name; null if none is close. */
  readonly nearest: string | null
}

/** The variables that are no settings although their names start like one, such as a setting of a former release. */
export const find = (variables: Iterable<string>): ReadonlyArray<UnknownSetting> =>
  [...variables]
    .filter((name) => name.startsWith(PREFIX) && !RuntimeConfig.names.has(name) && !OperatorSettings.names.has(name))
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
