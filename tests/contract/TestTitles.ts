import ts from "typescript"

/** Whether a test runs wherever the suite runs, only under some condition (such as a database server), or never. */
export type Runs = "always" | "sometimes" | "never"

/** A promise that a test proves; with the text of the row of its `each` that does. */
export interface Named {
  readonly promise: string
  readonly row: string | null
}

/** A test, read from the source of its file. */
export interface Test {
  /** Its full title without tags, such as `Records > hold the fields of %s`; an `each` has its template as its title. */
  readonly title: string
  readonly runs: Runs
  /** The promises of the contract that its title names, or a row of its `each`. */
  readonly proves: ReadonlyArray<Named>
}

/** The tests in a file. */
export interface TestFile {
  readonly tests: ReadonlyArray<Test>
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

const tag = / \[contract: ([^\]]*)\]/g

/** The promises that a text names. */
const namedIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(tag)].flatMap(([, names = ""]) => names.split(", "))

/** The promises that the rows of an `each` name, in place or in a constant of the file. */
const namedInRows = (node: ts.Node, constants: ReadonlyMap<string, ts.Node>): ReadonlyArray<Named> => {
  if (ts.isStringLiteralLike(node)) {
    return namedIn(node.text).map((promise) => ({ promise, row: node.text.replace(tag, "") }))
  }
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text)
    return constant === undefined ? [] : namedInRows(constant, new Map())
  }
  const found: Array<Named> = []
  ts.forEachChild(node, (child) => void found.push(...namedInRows(child, constants)))
  return found
}

/** The constants at the top of a file. */
const constantsOf = (file: ts.SourceFile): ReadonlyMap<string, ts.Node> =>
  new Map(
    file.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ initializer, name }) => (initializer === undefined ? [] : [[name.getText(), initializer] as const]))
  )

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
  const file = ts.createSourceFile("test.ts", source, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(file)
  const found: Array<Test> = []
  let isFocused = false

  const visit = (node: ts.Node, places: ReadonlyArray<Place>): void => {
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
      const proves = [
        ...namedIn(title).map((promise) => ({ promise, row: null })),
        ...namedInRows(call.expression, constants)
      ]
      for (const place of places) {
        const whole = [...place.path, title].join(" > ").replace(tag, "")
        found.push({ title: whole, runs: hasBody ? weaker(place.runs, runs) : "never", proves })
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

  visit(file, [{ path: [], runs: "always" }])
  return { tests: found, isFocused }
}
