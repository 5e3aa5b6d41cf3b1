import { createHash } from "node:crypto"

/** The ids of a script, and those of its copies: copy 0 is the script itself. */
export interface CopiedIds {
  /** A value of the vendor with the ids of a copy, at any depth. */
  readonly translated: (value: unknown, copy: number) => unknown
  /** Whether copies of a value differ from it, because it has an id. */
  readonly isCopied: (value: unknown) => boolean
  /** The id of the script that a text or a number stands for, and the copy that it belongs to; null if it is no id. */
  readonly originalOf: (value: unknown) => { readonly id: string | number; readonly copy: number } | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEX = /^[0-9a-f]{16,}$/i
const DIGITS = /^\d+$/

/** A shorter id occurs in other fields by chance, so that only the name of a field tells an id. */
const SHORTEST = 8
export const NAMES_ID = /(?:^|[_-])(?:ids?|key|uid|guid|uuid|login)$|(?:Id|ID|Ids|IDs|Key|Uid)$/

/** Numbers of a copy have at least so many digits, so that none is equal to one of the script. */
const WIDTH = 9

/** An address, in which also a short id can be told from its path, such as that of the next page. */
const ADDRESS = /^<?(?:https?:\/)?\//
const BETWEEN_WORDS = /(%[0-9a-f]{2}|[^\w.@%-]+)/i
const SMALL = /^\d{1,4}$/

/** Digits that are the same for each copy and seed, in the form of an id. */
const digest = (text: string, length: number): string => {
  let made = ""
  for (let part = 0; made.length < length; part += 1) made += createHash("sha1").update(`${part} ${text}`).digest("hex")
  return made.slice(0, length)
}

/** An id of a copy in the form of the original one, because row schemas and paths expect that form. `width` is the length of the longest number. */
const copied = (id: string, copy: number, width: number): string => {
  if (UUID.test(id)) {
    const hex = digest(`${copy} ${id.toLowerCase()}`, 32)
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join(
      "-"
    )
  }
  if (DIGITS.test(id)) return `${copy}${id.padStart(width, "0")}`
  if (HEX.test(id)) return digest(`${copy} ${id.toLowerCase()}`, id.length)
  const [, before = "", number] = /^(.*[/:])(\d+)$/.exec(id) ?? []
  if (number !== undefined) return `${before}${copied(number, copy, width)}`
  return id.includes("@") ? `copy${copy}.${id}` : `${id}-c${copy}`
}

/** A number of a copy that JSON can hold, if the id with the copy before it is too long. */
const shortened = (text: string): number => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : Number.parseInt(digest(text, 13), 16)
}

const keyOf = (value: unknown): string => String(value).toLowerCase()

/** Knows the ids of a script, in any spelling. */
export const make = (ids: Iterable<string>): CopiedIds => {
  const known = new Set([...ids].map(keyOf))
  const copies = new Map<string, { readonly id: string | number; readonly copy: number }>()
  const long = [...known].filter((id) => id.length >= SHORTEST && !DIGITS.test(id))
  const width = [...known].filter((id) => DIGITS.test(id)).reduce((most, id) => Math.max(most, id.length), WIDTH)
  /** The long ids by how they begin, the longest first: one may be the beginning of another. */
  const byBeginning = new Map<string, Array<string>>()
  for (const id of long.toSorted((one, other) => other.length - one.length)) {
    const beginning = id.slice(0, SHORTEST)
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), id])
  }

  const copyOf = (value: string | number, copy: number): string | number => {
    const text = copied(String(value), copy, width)
    const made = typeof value === "number" ? shortened(text) : text
    copies.set(keyOf(made), { id: value, copy })
    return made
  }
  /** The text with every long id in it replaced. */
  const withLongIds = (text: string, copy: number): string => {
    const lower = text.toLowerCase()
    let made = ""
    let from = 0
    for (let at = 0; at + SHORTEST <= text.length; at += 1) {
      const id = byBeginning.get(lower.slice(at, at + SHORTEST))?.find((each) => lower.startsWith(each, at))
      if (id === undefined) continue
      made += `${text.slice(from, at)}${copyOf(text.slice(at, at + id.length), copy)}`
      from = at + id.length
      at = from - 1
    }
    return `${made}${text.slice(from)}`
  }
  /** An id inside an address or another text, such as that of a link. */
  const within = (text: string, copy: number): string => {
    const changed = withLongIds(text, copy)
    if (!ADDRESS.test(changed)) return changed
    const inParts = (part: string, isId: (word: string) => boolean) =>
      part
        .split(BETWEEN_WORDS)
        .map((word) => (known.has(keyOf(word)) && isId(word) ? String(copyOf(word, copy)) : word))
        .join("")
    const [path = "", ...queries] = changed.split("?")
    // The number of a page may be equal to an id.
    return [inParts(path, () => true), ...queries.map((query) => inParts(query, (word) => !SMALL.test(word)))].join("?")
  }

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
  const translated: CopiedIds["translated"] = (value, copy) => (copy === 0 ? value : translate(value, copy, "id"))
  return {
    translated,
    isCopied: (value) => JSON.stringify(translated(value, 1)) !== JSON.stringify(value),
    originalOf: (value) => {
      const key = keyOf(value)
      return copies.get(key) ?? (known.has(key) ? { id: value as string | number, copy: 0 } : null)
    }
  }
}
