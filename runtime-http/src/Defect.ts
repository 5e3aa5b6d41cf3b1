import { Cause, Chunk } from "effect"

/** The number of places of the stack that a log line names. */
const PLACES = 4

/** How many folders and files a place has, apart from those of a package. */
const FOLDERS = 4

const PACKAGES = "/node_modules/"

/** `/app/node_modules/x/dist/index.js:12:5` without the folders above the package, and any other place without those above the last ones. */
const shortPlace = (place: string): string => {
  if (!place.startsWith("/") && !place.startsWith("file:///")) return place
  const above = place.lastIndexOf(PACKAGES)
  return above < 0 ? place.split("/").slice(-FOLDERS).join("/") : place.slice(above + PACKAGES.length)
}

/** A line of a stack, such as `at read (file:///app/node_modules/x/dist/index.js:12:5)`, with a short place. */
const shortened = (frame: string): string => frame.trim().replace(/[^\s()]+/g, shortPlace)

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

/** What the API says of a bug in a connector, whose place only the log names. */
export const CONNECTOR_FAILED = "the connector failed; the log of this server has the cause"

/**
 * Says of a bug where it is, for a log: the name of each error, and the place in the code that threw it.
 *
 * The messages are left out, because they may quote a vendor's data or a credential.
 */
export const describe = (cause: Cause.Cause<unknown>): string => {
  const found = [...Chunk.toReadonlyArray(Cause.defects(cause)), ...Chunk.toReadonlyArray(Cause.failures(cause))]
  return found.length === 0 ? "it was interrupted" : [...new Set(found.map(summaryOf))].join("; ")
}
