type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** The paths of the fields in which two records differ. */
export const differences = (before: Fields, after: Fields): ReadonlyArray<string> =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [old, now] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    return isObject(old) && isObject(now) ? differences(old, now).map((path) => `${name}.${path}`) : [name]
  })

/** Whether the path is one of the fields, or inside one of them. */
export const isWithin = (path: string, fields: ReadonlyArray<string>): boolean =>
  fields.some((field) => path === field || path.startsWith(`${field}.`))
