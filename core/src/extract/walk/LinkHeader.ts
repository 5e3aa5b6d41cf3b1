/*
 * A Link header as RFC 8288 writes it: `<address>; rel="next self", <address>; rel=last`. One pass over the text, because a vendor, or a proxy,
 * decides what is in it: https://www.rfc-editor.org/rfc/rfc8288#appendix-B
 */

/** The position of the first of these characters, from `start` on; the length of the text if it has none. */
const positionOf = (text: string, characters: string, start: number): number => {
  let at = start
  while (at < text.length && !characters.includes(text.charAt(at))) at += 1
  return at
}

/** The position behind a quoted text that begins at `start`. */
const endOfQuoted = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** The parameters of a link that begin at `start`, each as it is written, and the position at which they end. */
const parametersOf = (
  text: string,
  start: number
): { readonly parameters: ReadonlyArray<string>; readonly end: number } => {
  const parameters: Array<string> = []
  let from = start
  let at = start
  for (;;) {
    at = positionOf(text, '";,', at)
    if (text.charAt(at) === '"') {
      at = endOfQuoted(text, at)
      continue
    }
    parameters.push(text.slice(from, at))
    if (text.charAt(at) !== ";") break
    at += 1
    from = at
  }
  return { parameters, end: at }
}

/** The relations that the parameters name; only the first `rel` counts. */
const relationsOf = (parameters: ReadonlyArray<string>): ReadonlyArray<string> => {
  for (const parameter of parameters) {
    const equals = parameter.indexOf("=")
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== "rel") continue
    return parameter
      .slice(equals + 1)
      .replaceAll('"', " ")
      .toLowerCase()
      .split(/\s/)
  }
  return []
}

/** The address of the next page in a Link header; null if there is none. */
export const nextLinkOf = (header: string | undefined): string | null => {
  const text = header ?? ""
  let at = text.indexOf("<")
  while (at >= 0) {
    const close = text.indexOf(">", at)
    if (close < 0) return null
    const { end, parameters } = parametersOf(text, close + 1)
    if (relationsOf(parameters).includes("next")) return text.slice(at + 1, close)
    at = text.indexOf("<", end)
  }
  return null
}
