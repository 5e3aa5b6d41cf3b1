import ts from "typescript"
import { describe, expect, it } from "vitest"
import * as RecordKind from "../src/record/RecordKind.js"
import { descriptions } from "../src/records/descriptions.generated.js"
import * as DocComments from "./DocComments.js"

/** What an author writes; each `^` marks the word behind it. */
const SOURCE = `
import { Extractor, type Connection, type Job, Pagination, RecordKind, type Records } from "@tributary/core"
import { Schema } from "effect"

export const read = (
  user: Records.IdpUserWithEntities,
  device: Records.Device,
  connection: Connection,
  job: Job
) => [
  user./*^*/manager,
  user./*^*/groups?.[0]?./*^*/types,
  device./*^*/cloud_metadata?./*^*/region,
  connection./*^*/health,
  job.data_exports[0]?./*^*/held_back
]

export const draft: RecordKind.Draft<typeof RecordKind.IdpGroup> = {
  /*^*/types: [],
  description: "",
  /*^*/name: "",
  vendor_id: "",
  vendor_created_at: "",
  /*^*/last_updated_at: null
}

export const users = Extractor.make({
  record: RecordKind.ItsmUser,
  endpoint: "/people",
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.none(),
  permissions: [],
  toRecord: (person) => ({
    /*^*/email: null,
    /*^*/name: person.id,
    /*^*/status: "ACTIVE",
    vendor_attributes: { /*^*/id: person.id, vendor: "ACME", created_at: null, /*^*/updated_at: null, data: null }
  })
})
`

const SHOWN = [
  ["manager", "IdpUser"],
  ["groups", "IdpUserWithEntities"],
  ["types", "IdpGroup"],
  ["cloud_metadata", "Device"],
  ["region", "CloudMetadata"],
  ["health", "Connection"],
  ["held_back", "JobExport"],
  ["types", "IdpGroup"],
  ["name", "IdpGroup"],
  ["last_updated_at", "IdpGroup"],
  ["email", "ItsmUser"],
  ["name", "ItsmUser"],
  ["status", "ItsmUser"],
  ["id", "VendorAttributes"],
  ["updated_at", "VendorAttributes"]
] as const

const MARK = "/*^*/"

/** The options of a whole connector: the names that stand before a colon, without those that the author chooses. */
const optionsIn = (node: ts.Node): ReadonlyArray<ts.Node> => {
  // The fields of a schema, the headers and the export types are names of the author's, of the vendor's or of the table.
  if (ts.isCallExpression(node) && node.expression.getText() === "Schema.Struct") {
    return node.arguments.flatMap((argument) => argument.getChildren().flatMap(optionsWithin))
  }
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    const isTable = ["headers", "exports"].includes(node.name.getText())
    return [node.name, ...(isTable ? [] : node.getChildren().flatMap(optionsIn))]
  }
  return node.getChildren().flatMap(optionsIn)
}

/** The options of the calls that make the fields of a schema. */
const optionsWithin = (node: ts.Node): ReadonlyArray<ts.Node> =>
  ts.isPropertyAssignment(node) ? optionsIn(node.initializer) : node.getChildren().flatMap(optionsWithin)

/** An editor with these files open, by their paths. One for all of them: it reads what they import, and checks it, only once. */
const service = (open: Readonly<Record<string, string>>): ts.LanguageService => {
  const options = DocComments.compilerOptions()
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => Object.keys(open),
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = open[path] ?? ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => DocComments.root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile
  })
}

/** The fields of each kind of record that refer to another record. */
const references = Object.entries<unknown>(RecordKind).flatMap(([name, kind]) =>
  Object.values(RecordKind.table)
    .filter((each) => each === kind)
    .flatMap(({ references }) => references.map(([path]) => ({ name, path })))
)

const REFERENCES = references.map(({ name, path }, index) => {
  const marked = ["draft", ...path.slice(0, -1), `${MARK}${path.at(-1)}`].join("?.")
  return `export const field${index} = (draft: RecordKind.Draft<typeof RecordKind.${name}>) => ${marked}`
})

describe("the editor's hover", () => {
  const file = `${DocComments.root}core/test/editor.ts`
  const referring = `${DocComments.root}core/test/references.ts`
  const whole = `${DocComments.root}examples/minimal-connector/src/index.ts`
  const referringSource = `import { RecordKind } from "@tributary/core"\n${REFERENCES.join("\n")}\n`
  const editor = service({ [file]: SOURCE, [referring]: referringSource, [whole]: ts.sys.readFile(whole) ?? "" })

  it("has a program without errors to show", () => {
    const errors = editor.getSemanticDiagnostics(file)
    expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([])
  })

  it("shows a field's sentence on records, on records within records, and in a mapping", () => {
    const words = [...SOURCE.matchAll(/\/\*\^\*\/(\w+)/g)]
    expect(words.map(([, word]) => word)).toEqual(SHOWN.map(([field]) => field))
    for (const [index, [field, schema]] of SHOWN.entries()) {
      const position = (words[index]?.index ?? 0) + MARK.length
      const info = editor.getQuickInfoAtPosition(file, position)
      const shown = ts.displayPartsToString(info?.documentation).replaceAll(/\s+/g, " ")
      expect(shown, `${schema}.${field}`).toBe(descriptions[schema]?.fields[field])
    }
  })

  it("says on a field that refers to another record which id a mapping writes, and which is served", () => {
    expect(references.length).toBeGreaterThan(5)
    expect(editor.getSemanticDiagnostics(referring).map(({ messageText }) => messageText)).toEqual([])
    for (const [index, { index: at = 0 }] of [...referringSource.matchAll(/\/\*\^\*\//g)].entries()) {
      const tags = editor.getQuickInfoAtPosition(referring, at + MARK.length)?.tags ?? []
      const texts = tags.map(({ name, text }) => `${name}: ${ts.displayPartsToString(text)}`)
      expect(texts, REFERENCES[index]).toEqual([
        "remarks: In a mapping, write the vendor's id of the other record; the service's id is served."
      ])
    }
  })

  it("shows a sentence on every option of a whole connector", () => {
    const source = editor.getProgram()?.getSourceFile(whole)
    const options = source === undefined ? [] : optionsIn(source)
    expect(options.length).toBeGreaterThan(25)
    const silent = options.filter((option) => {
      const info = editor.getQuickInfoAtPosition(whole, option.getStart())
      return ts.displayPartsToString(info?.documentation) === ""
    })
    expect(silent.map((option) => option.getText())).toEqual([])
  })
})
