/** The name of a vendor in every form that a connector needs. */
export interface VendorName {
  /** As people write it, such as `Acme Corp`. */
  readonly title: string
  /** The key of the connector, such as `ACME_CORP`. */
  readonly key: string
  /** In the names of packages and files, such as `acme-corp`. */
  readonly slug: string
  /** The constant that is exported, such as `acmeCorp`. */
  readonly variable: string
  /** What types begin with, such as `AcmeCorp`. */
  readonly type: string
}

const MAX_LENGTH = 50

/** Names that the code of a new connector has already, or that the language keeps for itself. */
const TAKEN: ReadonlySet<string> = new Set([
  ..."await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield".split(
    " "
  ),
  ..."core it expect next replies users user version".split(" ")
])

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** What is wrong with the name, and a remedy; null if nothing is. */
const problemOf = (typed: string, words: ReadonlyArray<string>): string | null => {
  const foreign = [...new Set(typed.match(/[^a-z0-9 _.-]/gi) ?? [])]
  if (foreign.length > 0) {
    return `The name of the vendor has ${foreign.join(" ")}: write it with the letters a to z, digits, spaces and hyphens only.`
  }
  if (words.length === 0) return "The name of the vendor is empty: write it, such as acme-corp."
  if (/^\d/.test(words[0] ?? "")) {
    return `The name of the vendor begins with a digit, and code cannot: write the number as a word, such as one-password.`
  }
  if (words.join("-").length > MAX_LENGTH) {
    return `The name of the vendor has more than ${MAX_LENGTH} characters: write a shorter one.`
  }
  return null
}

/** Reads a name as a person types it (`acme-corp`, `Acme Corp`, `ACME_CORP`); a text says what is wrong with it. */
export const read = (typed: string): VendorName | string => {
  const written = typed.split(/[\s_.-]+/).filter((word) => word !== "")
  const words = written.map((word) => word.toLowerCase())
  const problem = problemOf(typed, words)
  if (problem !== null) return problem
  // Capitals within a word, as in `CrowdStrike`, are the vendor's own; a word of capitals only is a key.
  const titled = written.map((word, index) =>
    capitalized(/[a-z]/.test(word) && /[A-Z]/.test(word.slice(1)) ? word : (words[index] ?? ""))
  )
  const [first = "", ...others] = words
  const variable = [first, ...others.map(capitalized)].join("")
  return {
    title: titled.join(" "),
    key: words.join("_").toUpperCase(),
    slug: words.join("-"),
    variable: TAKEN.has(variable) ? `${variable}Connector` : variable,
    type: titled.join("")
  }
}
