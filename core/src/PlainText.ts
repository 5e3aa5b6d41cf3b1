/*
 * Text from outside, such as a vendor's value or the name of a field, can tell a terminal to clear the screen, change its title or write to
 * the clipboard, and can show what follows in another order. Whoever prints it shows such characters instead of sending them.
 */

/** Controls of terminals, except line breaks and tabs, and the characters that change the direction of text or end a line unseen. */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

const BREAKS: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t" }

/** The text with an escape such as `\u001b` in place of each control character; line breaks and tabs stay. JSON stays the same JSON. */
export const escaped = (text: string): string => text.replace(CONTROLS, escape)

/** The same for a value within a line: line breaks and tabs are escapes, too. */
export const inLine = (text: string): string => escaped(text).replace(/[\n\t]/g, (found) => BREAKS[found] ?? found)
