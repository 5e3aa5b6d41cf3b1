/*
 * Values of a token request that depend on when it is sent, such as a signed assertion that expires after minutes. They say what they are made of,
 * because a function does not show whose credentials it holds: requests with equal credentials share a rate limit, and no secret may be shown.
 */
import { Effect, Redacted } from "effect"
import { revealed } from "./Request.js"

/** The fields of a token request; secrets stay `Redacted` until the request leaves. */
export type Fields = Readonly<Record<string, string | Redacted.Redacted | TimedValue>>

/** A text that is made anew for each request. */
export interface TimedValue {
  readonly _tag: "TimedValue"
  /** What the text is made of: everything that differs between credentials. */
  readonly from: Readonly<Record<string, string | Redacted.Redacted>>
  /** Makes the text; `now` is in milliseconds since 1970. */
  readonly at: (now: number) => Promise<string>
}

/** Declares a text that is made anew for each token request, such as a one-time password. */
export const timed = (from: TimedValue["from"], at: (now: number) => string | Promise<string>): TimedValue => ({
  _tag: "TimedValue",
  from,
  at: async (now) => at(now)
})

/** Whether a field is made anew for each request. */
export const isTimed = (value: Fields[string]): value is TimedValue =>
  typeof value === "object" && "_tag" in value && value._tag === "TimedValue"

/** What the fields are made of, in plain text; call it only to compare or to send. */
export const sourcesOf = (fields: Fields = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isTimed(value) ? revealed(value.from) : revealed({ value })])
  )

/** The secrets in the fields, in plain text; call it only to keep them from being shown. */
export const secretsOf = (fields: Fields = {}): ReadonlyArray<string> =>
  Object.values(fields).flatMap((value) => {
    const parts = isTimed(value) ? Object.values(value.from) : [value]
    return parts.flatMap((part) => (Redacted.isRedacted(part) ? [String(Redacted.value(part))] : []))
  })

/** The fields as they are sent now, in plain text; fails with the name of a field that cannot be made. */
export const fill = (fields: Fields, now: number): Effect.Effect<Record<string, string>, { readonly field: string }> =>
  Effect.map(
    Effect.forEach(Object.entries(fields), ([name, value]) =>
      isTimed(value)
        ? Effect.map(
            Effect.tryPromise({ try: () => value.at(now), catch: () => ({ field: name }) }),
            (text) => [name, text] as const
          )
        : Effect.succeed([name, Redacted.isRedacted(value) ? String(Redacted.value(value)) : value] as const)
    ),
    Object.fromEntries
  )
