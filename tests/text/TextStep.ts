import type { Effect } from "effect"

/** A step that goes through a text from outside: of a vendor or of a caller. */
export interface TextStep {
  /** What the step reads, and what is bad about the text, such as `Link header: never closed`. */
  readonly name: string
  /** The longest text that reaches the step, in the unit of `make`. */
  readonly max: number
  /** Prepares a text of about this length, and returns what runs the step on it. */
  readonly make: (length: number) => () => unknown
}

/** A step with its bad texts. */
export const rows = <Text>(
  name: string,
  max: number,
  run: (text: Text) => unknown,
  texts: Readonly<Record<string, (length: number) => Text>>
): ReadonlyArray<TextStep> =>
  Object.entries(texts).map(([what, make]) => ({
    name: `${name}: ${what}`,
    max,
    make: (length) => {
      const text = make(length)
      return () => run(text)
    }
  }))

/** A text of about this length that repeats a part between a start and an end. */
export const repeated =
  (part: string, start = "", end = "") =>
  (length: number): string =>
    start + part.repeat(Math.max(1, Math.floor(length / part.length))) + end

/** The same as bytes. */
export const bytesOf =
  (part: string, start = "", end = "") =>
  (length: number): Uint8Array =>
    Buffer.from(repeated(part, start, end)(length))

/** The result of an effect or of a plain function. */
export type Result = unknown | Effect.Effect<unknown, unknown>
