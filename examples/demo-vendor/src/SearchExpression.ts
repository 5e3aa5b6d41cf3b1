/** How to read one attribute of a row, and whether to compare it as an instant. */
export interface Attribute<A> {
  readonly read: (row: A) => string | null
  readonly isInstant?: true
}

/** The attributes that an expression may use, by Okta's names. */
export type Attributes<A> = Readonly<Record<string, Attribute<A>>>

type Test<A> = (row: A) => boolean

const COMPARE: Readonly<Record<string, (left: number | string, right: number | string) => boolean>> = {
  eq: (left, right) => left === right,
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right
}

const TOKEN = /\s*([()]|"(?:[^"\\]|\\.)*"|[\w.]+)/y

const tokenize = (text: string): ReadonlyArray<string> | undefined => {
  const tokens: Array<string> = []
  let position = 0
  while (text.slice(position).trim() !== "") {
    TOKEN.lastIndex = position
    const match = TOKEN.exec(text)
    if (match?.[1] === undefined) return undefined
    tokens.push(match[1])
    position = TOKEN.lastIndex
  }
  return tokens
}

const comparison = <A>(attributes: Attributes<A>, tokens: ReadonlyArray<string>): Test<A> | string => {
  const [name = "", operator = "", literal = ""] = tokens
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  if (attribute === undefined) return `The attribute '${name}' is not supported.`
  const compare = COMPARE[operator.toLowerCase()]
  if (compare === undefined) return `The operator '${operator}' is not supported.`
  if (!attribute.isInstant && operator.toLowerCase() !== "eq") return `'${name}' supports eq only.`
  if (!/^".*"$/s.test(literal)) return "Invalid search syntax."
  const value = literal.slice(1, -1).replace(/\\(.)/g, "$1")
  if (!attribute.isInstant) return (row) => attribute.read(row) === value
  const instant = Date.parse(value)
  if (Number.isNaN(instant)) return `'${value}' is not an instant.`
  return (row) => {
    const text = attribute.read(row)
    return text !== null && compare(Date.parse(text), instant)
  }
}

/**
 * Parses a filter or search expression (`and`, `or`, parentheses) into a predicate; returns a message when it is
 * invalid:
 * https://developer.okta.com/docs/api/#filter
 */
export const parseExpression = <A>(text: string, attributes: Attributes<A>): Test<A> | string => {
  const tokens = tokenize(text)
  if (tokens === undefined || tokens.length === 0) return "Invalid search syntax."
  let at = 0
  const isWord = (word: string): boolean => tokens[at]?.toLowerCase() === word
  const chain = (word: string, part: () => Test<A> | string, join: (tests: ReadonlyArray<Test<A>>) => Test<A>) => {
    const tests: Array<Test<A>> = []
    do {
      if (tests.length > 0) at++
      const test = part()
      if (typeof test === "string") return test
      tests.push(test)
    } while (isWord(word))
    return join(tests)
  }
  const single = (): Test<A> | string => {
    if (tokens[at] !== "(") {
      at += 3
      return comparison(attributes, tokens.slice(at - 3, at))
    }
    at++
    const inner = either()
    if (typeof inner === "string") return inner
    return tokens[at++] === ")" ? inner : "Invalid search syntax."
  }
  const both = () => chain("and", single, (tests) => (row) => tests.every((test) => test(row)))
  const either = (): Test<A> | string => chain("or", both, (tests) => (row) => tests.some((test) => test(row)))
  const test = either()
  if (typeof test === "string") return test
  return at === tokens.length ? test : "Invalid search syntax."
}
