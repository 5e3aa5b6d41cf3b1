import type { Query } from "./Request.js"

const isObject = (value: unknown): value is Query =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** The parameters of both, also inside objects of the same name, such as the variables of a GraphQL query; the later value wins. */
export const merge = (first: Query, second: Query): Query => {
  const merged: Record<string, unknown> = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const known = merged[name]
    merged[name] = isObject(known) && isObject(value) ? merge(known, value) : value
  }
  return merged
}
