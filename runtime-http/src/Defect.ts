import { Cause, Chunk } from "effect"

/** The number of places of the stack that a log line names. */
const PLACES = 4

/** `at read (file:///app/node_modules/x/dist/index.js:12:5)` without the folders above the package. */
const shortened = (frame: string): string =>
  frame
    .trim()
    .replace(/(?:file:\/\/)?\/[^\s()]*\/node_modules\//, "")
    .replace(/(?:file:\/\/)?\/[^\s()]*?\/((?:[^\s()/]+\/){0,3}[^\s()/]+:\d+:\d+)/, "$1")

/** The stack without the message in front of it, which may have several lines that look like places. */
const placesOf = ({ message, stack = "" }: Error): ReadonlyArray<string> => {
  const start = message === "" ? 0 : stack.indexOf(message) + message.length
  return stack
    .slice(start)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, PLACES)
    .map(shortened)
}

const summaryOf = (defect: unknown): string => {
  if (!(defect instanceof Error)) return `a thrown ${defect === null ? "null" : typeof defect}`
  const places = placesOf(defect)
  return places.length === 0 ? defect.name : `${defect.name} ${places.join(", ")}`
}

/**
 * Says of a bug where it is, for a log: the name of each error, and the place in the code that threw it.
 *
 * The messages are left out, because they may quote a vendor's data or a credential.
 */
export const describe = (cause: Cause.Cause<unknown>): string => {
  const found = [...Chunk.toReadonlyArray(Cause.defects(cause)), ...Chunk.toReadonlyArray(Cause.failures(cause))]
  return found.length === 0 ? "it was interrupted" : [...new Set(found.map(summaryOf))].join("; ")
}
