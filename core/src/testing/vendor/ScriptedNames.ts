import { parse, type Replies } from "./ScriptedVendor.js"

/** A field whose value names something, so that other rows and requests can refer to it. */
const NAMING =
  /(?:^|_)(?:e?mail|host(?:name)?|href|[gu]?u?ids?|keys?|(?:user)?names?|login|self|slug|url)$|(?:Ids?|Keys?|Names?|Login|Url)$/

const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : []
}

const namesIn = (value: unknown): ReadonlyArray<string> => {
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([field, item]) => [
    ...(NAMING.test(field) && typeof item === "string" ? [item] : []),
    ...namesIn(item)
  ])
}

/** The words by which a script names things, in fields such as `id`, and what its requests ask for: such a word is none of an enum that can change. */
export const of = (replies: Replies): ReadonlySet<string> =>
  new Set(
    Object.entries(replies).flatMap(([key, { body }]) => {
      const { body: asked, path, query } = parse(key)
      const values = [...new URLSearchParams(query).values(), ...textsIn(asked)]
      return [...path.split("/"), ...values.flatMap((text) => text.split(/[^\w-]+/)), ...namesIn(body)]
    })
  )
