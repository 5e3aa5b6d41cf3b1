/** The names on a path. A dot inside a name is written `\.`. */
export const namesOf = (path: string): ReadonlyArray<string> =>
  path === "" ? [] : path.split(/(?<!\\)\./).map((part) => part.replaceAll("\\.", "."))

const follow = (body: unknown, names: ReadonlyArray<string>): unknown => {
  let value = body
  for (const name of names) {
    if (value === null || typeof value !== "object") return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Reads `a.b.c` out of a JSON body; the empty path is the body itself. A dot inside a name is written `\.`. */
export const at = (body: unknown, path: string): unknown => follow(body, namesOf(path))

/** Like `at`, for a path that is read in many bodies. */
export const reader = (path: string): ((body: unknown) => unknown) => {
  const names = namesOf(path)
  return (body) => follow(body, names)
}
