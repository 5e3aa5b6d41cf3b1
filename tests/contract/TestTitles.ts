import ts from "typescript"

/** Whether a test runs wherever the suite runs, only under some condition (such as a database server), or never. */
export type Runs = "always" | "sometimes" | "never"

/** The tests in a file, read from its source. */
export interface TestFile {
  /** Tests by full title, such as `Records > hold the fields of %s`; an `each` has its template as its title. */
  readonly tests: ReadonlyMap<string, Runs>
  /** Every string literal in the file, such as the texts in the rows of an `each`. */
  readonly texts: ReadonlySet<string>
  /** Whether an `.only` keeps other tests from running. */
  readonly isFocused: boolean
}

interface Suite {
  readonly suffix: string
  readonly runs: Runs
}

const always: ReadonlyArray<Suite> = [{ suffix: "", runs: "always" }]
const sometimes: ReadonlyArray<Suite> = [{ suffix: "", runs: "sometimes" }]

/** Functions that open groups of tests, by their last name, and the groups that they open. */
const suites: Readonly<Record<string, ReadonlyArray<Suite>>> = {
  describe: always,
  layer: always,
  eitherDatabase: always,
  onPostgres: sometimes,
  postgres: sometimes,
  bothDatabases: [
    { suffix: ", Postgres", runs: "sometimes" },
    { suffix: ", embedded", runs: "always" }
  ]
}

const tests: ReadonlySet<string> = new Set(["it", "test"])

/** Tests that do not run; and a test that is expected to fail proves nothing. */
const never: ReadonlySet<string> = new Set(["skip", "todo", "fails"])
const conditional: ReadonlySet<string> = new Set(["skipIf", "runIf"])

/** The names in a call: `it.each(rows)("…")` has `it` and `each`. */
const namesOf = (callee: ts.Expression): ReadonlyArray<string> => {
  if (ts.isCallExpression(callee)) return namesOf(callee.expression)
  if (ts.isPropertyAccessExpression(callee)) return [...namesOf(callee.expression), callee.name.text]
  return ts.isIdentifier(callee) ? [callee.text] : []
}

const textOf = (node: ts.Node | undefined): string | null => {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null
}

const isFunction = (node: ts.Node): boolean => ts.isArrowFunction(node) || ts.isFunctionExpression(node)

const weaker = (a: Runs, b: Runs): Runs => {
  if (a === "never" || b === "never") return "never"
  return a === "sometimes" || b === "sometimes" ? "sometimes" : "always"
}

const runsOf = (names: ReadonlyArray<string>): Runs => {
  if (names.some((name) => never.has(name))) return "never"
  return names.some((name) => conditional.has(name)) ? "sometimes" : "always"
}

interface Place {
  readonly path: ReadonlyArray<string>
  readonly runs: Runs
}

/** Reads the source of a test file. */
export const parse = (source: string): TestFile => {
  const found = new Map<string, Runs>()
  const texts = new Set<string>()
  let isFocused = false

  const visit = (node: ts.Node, places: ReadonlyArray<Place>): void => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text)
    const inner = ts.isCallExpression(node) ? within(node, places) : places
    ts.forEachChild(node, (child) => visit(child, inner))
  }

  /** Records the test that a call makes, if any; returns the places of the calls inside it. */
  const within = (call: ts.CallExpression, places: ReadonlyArray<Place>): ReadonlyArray<Place> => {
    const names = namesOf(call.expression)
    const title = textOf(call.arguments[0])
    const [root = ""] = names
    if (tests.has(root) || root === "describe") isFocused ||= names.includes("only")
    if (title === null) return places
    const runs = runsOf(names)
    if (tests.has(root)) {
      const hasBody = call.arguments.some(isFunction)
      for (const place of places) {
        found.set([...place.path, title].join(" > "), hasBody ? weaker(place.runs, runs) : "never")
      }
      return places
    }
    const opened = suites[root] ?? suites[names[1] ?? ""]
    if (opened === undefined || !call.arguments.some(isFunction)) return places
    return places.flatMap((place) =>
      opened.map((suite) => ({
        path: [...place.path, title + suite.suffix],
        runs: weaker(place.runs, weaker(suite.runs, runs))
      }))
    )
  }

  visit(ts.createSourceFile("test.ts", source, ts.ScriptTarget.Latest, true), [{ path: [], runs: "always" }])
  return { tests: found, texts, isFocused }
}
