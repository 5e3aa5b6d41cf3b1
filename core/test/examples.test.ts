import ts from "typescript"
import { expect, it } from "vitest"
import * as DocComments from "./DocComments.js"
import * as SnippetProgram from "./SnippetProgram.js"

/** The functions that connectors and their tests use most; each shows how in its doc comment. */
const shown = [
  "core/src/Connector.ts make",
  "core/src/Credentials.ts secret",
  "core/src/extract/list/Child.ts of",
  "core/src/extract/list/ListExtractor.ts make",
  "core/src/extract/lookup/Lookup.ts joined",
  "core/src/extract/lookup/Lookup.ts of",
  "core/src/extract/walk/Pagination.ts cursor",
  "core/src/extract/walk/Pagination.ts offset",
  "core/src/record/Row.ts nullish",
  "core/src/testing/ConnectorTest.ts conformance"
]

/** What an example may use without showing where it comes from. */
const PRELUDE = `
import { Also, Authentication, AuthMethod, Child, Connector, type ConsentVisit, Credentials, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Redacted, Schema } from "effect"

declare const acme: Connector.Connector
declare const pages: {
  readonly title: string
  readonly help: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly scopes: ReadonlyArray<string>
}
declare const provenTenant: ConsentVisit.Proof["of"]
declare const users: Extractor.Extractor<"itsm_users">
`

interface Example {
  /** The function whose comment has it, as `file name`. */
  readonly of: string
  readonly code: string
}

const FENCE = /^```ts\n([\s\S]*)\n```$/

const examplesIn = (file: ts.SourceFile, path: string): ReadonlyArray<Example> =>
  file.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    ts.getJSDocTags(statement).flatMap((tag) => {
      if (tag.tagName.text !== "example") return []
      const code = FENCE.exec(ts.getTextOfJSDocComment(tag.comment)?.trim() ?? "")?.[1]
      const name = statement.declarationList.declarations[0]?.name.getText(file)
      if (code === undefined) throw new Error(`${path} ${name}: an example is a block of ts`)
      return [{ of: `${path} ${name}`, code }]
    })
  )

const examples = ts.sys
  .readDirectory(`${DocComments.root}core/src`, [".ts"])
  .toSorted()
  .flatMap((file) => {
    const text = ts.sys.readFile(file) ?? ""
    if (!text.includes("@example")) return []
    const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    return examplesIn(parsed, file.slice(DocComments.root.length))
  })

it("the functions that authors use most have an example", () => {
  const having = new Set(examples.map((example) => example.of))
  expect(shown.filter((name) => !having.has(name))).toEqual([])
})

it("every example compiles", () => {
  const paths = examples.map((_, index) => SnippetProgram.pathOf(`example${index}`))
  // In a block, an example may declare what the prelude declares for others.
  const program = SnippetProgram.make(
    new Map(examples.map(({ code }, index) => [paths[index] ?? "", `${PRELUDE}\n{\n${code}\n}\n`]))
  )
  const wrong = paths.flatMap((path, index) =>
    SnippetProgram.errorsOf(program, path).map(
      ({ messageText }) => `${examples[index]?.of}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
    )
  )
  expect(wrong).toEqual([])
})
