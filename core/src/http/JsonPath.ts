/** Reads `a.b.c` out of a JSON body; the empty path is the body itself. A dot inside a name is written `\.`. */
export const at = (body: unknown, path: string): unknown => {
  if (path === "") return body
  let value = body
  for (const name of path.split(/(?<!\\)\./).map((part) => part.replaceAll("\\.", "."))) {
    if (value === null || typeof value !== "object") return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
