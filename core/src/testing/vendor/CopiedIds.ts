import { createHash } from "node:crypto"

/** The ids of a script, and those of its copies: copy 0 is the script itself. */
export interface CopiedIds {
  /** A value of the vendor with the ids of a copy, at any depth. */
  readonly translated: (value: unknown, copy: number) => unknown
  /** The id of the script that a text or a number stands for, and the copy that it belongs to; null if it is no id. */
  readonly originalOf: (value: unknown) => { readonly id: string | number; readonly copy: number } | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEX = /^[0-9a-f]{16,}$/i
const DIGITS = /^\d+$/

/** A shorter id occurs in other fields by chance, so that only the name of a field tells an id. */
const SHORTEST = 8
const NAMES_ID = /(?:^|[_-])(?:ids?|key|uid|guid|uuid|login)$|(?:Id|ID|Ids|IDs|Key|Uid)$/

/** Digits that are the same for each copy and seed, in the form of an id. */
const digest = (text: string, length: number): string => {
  let made = ""
  for (let part = 0; made.length < length; part += 1) made += createHash("sha1").update(`${part} ${text}`).digest("hex")
  return made.slice(0, length)
}

/** An id of a copy in the form of the original one, because row schemas and paths expect that form. */
const copied = (id: string, copy: number): string => {
  if (UUID.test(id)) {
    const hex = digest(`${copy} ${id.toLowerCase()}`, 32)
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join(
      "-"
    )
  }
  if (DIGITS.test(id)) return `${copy}${id.padStart(9, "0")}`
  if (HEX.test(id)) return digest(`${copy} ${id.toLowerCase()}`, id.length)
  return id.includes("@") ? `copy${copy}.${id}` : `${id}-${copy}`
}

const keyOf = (value: unknown): string => String(value).toLowerCase()

/** Knows the ids of a script, in any spelling. */
export const make = (ids: Iterable<string>): CopiedIds => {
  const known = new Set([...ids].map(keyOf))
  const copies = new Map<string, { readonly id: string | number; readonly copy: number }>()
  const long = [...known].filter((id) => id.length >= SHORTEST && !DIGITS.test(id))

  const copyOf = (value: string | number, copy: number): string | number => {
    const text = copied(String(value), copy)
    copies.set(keyOf(text), { id: value, copy })
    return typeof value === "number" ? Number(text) : text
  }
  /** An id inside an address or another text, such as that of a link. */
  const within = (text: string, copy: number): string =>
    long.reduce((changed, id) => {
      const at = changed.toLowerCase().indexOf(id)
      return at < 0
        ? changed
        : `${changed.slice(0, at)}${copyOf(changed.slice(at, at + id.length), copy)}${changed.slice(at + id.length)}`
    }, text)

  const translate = (value: unknown, copy: number, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => translate(item, copy, name))
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, translate(item, copy, field)]))
    }
    if (typeof value !== "string" && typeof value !== "number") return value
    const isKnown = known.has(keyOf(value))
    if (isKnown && (NAMES_ID.test(name) || (typeof value === "string" && value.length >= SHORTEST))) {
      return copyOf(value, copy)
    }
    return typeof value === "string" && !isKnown ? within(value, copy) : value
  }
  return {
    translated: (value, copy) => (copy === 0 ? value : translate(value, copy, "id")),
    originalOf: (value) => {
      const key = keyOf(value)
      return copies.get(key) ?? (known.has(key) ? { id: value as string | number, copy: 0 } : null)
    }
  }
}
