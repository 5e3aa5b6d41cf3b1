const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** The most characters of a name that are shown. */
const MAX_NAME = 80

/**
 * A name that somebody else has chosen, for a sentence of ours: without characters that show nothing or turn the text around, and cut, so that it
 * can neither hide the rest of the sentence nor change what it seems to say.
 */
export const plainName = (name: string): string => {
  const characters = [...name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()]
  return characters.length <= MAX_NAME ? characters.join("") : `${characters.slice(0, MAX_NAME - 1).join("")}…`
}

/** The same as HTML, set apart from the text around it whichever way it is written. */
export const nameIn = (name: string): string => `<bdi>${escaped(plainName(name))}</bdi>`

/** A text as HTML shows it, between tags and within quoted attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
