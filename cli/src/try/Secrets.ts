/** What stands in every output instead of a credential. */
const HIDDEN = "[REDACTED]"

/** Shorter texts occur everywhere by chance. */
const SHORTEST = 4

/** The credentials of a run, in all forms in which a text can contain them. */
export interface Secrets {
  /** Adds a secret. */
  readonly add: (secret: string) => void
  /** Every form of every secret, the longest first, because a secret may be a part of another one. */
  readonly forms: () => ReadonlyArray<string>
  /** The text without the secrets. */
  readonly hide: (text: string) => string
}

/** As text of a form, of a path, of JSON, and as the user or the password of Basic authentication. */
const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  new URLSearchParams({ _: secret }).toString().slice(2),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString("base64")
]

/** Starts without secrets. */
export const make = (): Secrets => {
  const known = new Set<string>()
  let sorted: ReadonlyArray<string> = []
  const add = (secret: string) => {
    if (secret.length < SHORTEST || known.has(secret)) return
    for (const form of formsOf(secret)) known.add(form)
    sorted = [...known].toSorted((one, other) => other.length - one.length)
  }
  return {
    add,
    forms: () => sorted,
    hide: (text) => sorted.reduce((found, form) => found.replaceAll(form, HIDDEN), text)
  }
}
