import { stripVTControlCharacters } from "node:util"

/** What the command parser says of every option of a type; each option's own sentence says it, and its usage line. */
const TYPE_NOTES: ReadonlySet<string> = new Set([
  "A user-defined piece of text.",
  "A user-defined piece of text that is confidential.",
  "A true or false value.",
  "An integer.",
  "This setting is optional.",
  "This option may be repeated zero or more times."
])

const isNote = (paragraph: string): boolean => {
  const text = stripVTControlCharacters(paragraph).trim()
  return TYPE_NOTES.has(text) || text.startsWith("One of the following: ")
}

const isHelp = (text: string): boolean => /^(?:USAGE|OPTIONS)$/m.test(stripVTControlCharacters(text))

/** The help of a command with the sentences of its options only; any other text as it is. */
export const plain = (text: string): string =>
  isHelp(text)
    ? text
        .split("\n\n")
        .filter((paragraph) => !isNote(paragraph))
        .join("\n\n")
    : text
