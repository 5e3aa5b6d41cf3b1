import { readFileSync } from "node:fs"
import { Health, Problem, VendorError } from "@tributary/core"
import ts from "typescript"
import { it } from "vitest"
import * as Marked from "./Marked.js"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const parse = (path: string): ts.SourceFile => ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)

/** The doc comment of a declaration in one line, without its last full stop. */
const commentOf = (node: ts.Node): string => {
  const [comment] = ts.getJSDocCommentsAndTags(node)
  if (comment === undefined) throw new Error(`No doc comment: ${node.getText()}`)
  const text = ts.getTextOfJSDocComment(comment.comment) ?? ""
  return text.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "")
}

/** The properties of interfaces as rows of a table, required ones first. */
const propertiesOf = (...interfaces: ReadonlyArray<readonly [path: string, name: string]>) => {
  const properties = interfaces.flatMap(([path, name]) => {
    const declaration = parse(path).statements.find(
      (statement): statement is ts.InterfaceDeclaration =>
        ts.isInterfaceDeclaration(statement) && statement.name.text === name
    )
    if (declaration === undefined) throw new Error(`${path} has no interface ${name}`)
    return declaration.members.filter(ts.isPropertySignature)
  })
  const isOptional = (property: ts.PropertySignature) => property.questionToken !== undefined
  const rows = (wanted: boolean) =>
    properties
      .filter((property) => isOptional(property) === wanted)
      .map((property) => [`\`${property.name.getText()}${wanted ? "?" : ""}\``, commentOf(property)])
  return table(["Property", "Meaning"], [...rows(false), ...rows(true)])
}

const errors = () => {
  const classes = parse("../src/http/VendorError.ts").statements.filter(ts.isClassDeclaration)
  return classes.map((declaration) => {
    const name = declaration.name?.text as VendorError.VendorError["_tag"]
    const { isRetryable, reason } = VendorError.meaning[name]
    const { health } = Problem.table[reason]
    const owner = Health.healthTable[health].resolution_owner
    // The runtime handles this one itself, so no connection ever shows its health.
    const shown = name === "CheckpointExpired" ? "" : `\`${health}\` (${owner})`
    return [`\`${name}\``, commentOf(declaration), shown, isRetryable ? "yes" : "no"]
  })
}

const sections = [
  { name: "connector", content: Marked.code(read("../../examples/minimal-connector/src/index.ts")) },
  { name: "connector test", content: Marked.code(read("../../examples/minimal-connector/test/shelf.test.ts")) },
  {
    name: "connector replies",
    content: Marked.code(read("../../examples/minimal-connector/test/fixtures/replies.ts"))
  },
  { name: "definition", content: propertiesOf(["../src/Connector.ts", "Definition"]) },
  {
    name: "http settings",
    content: propertiesOf(
      ["../src/http/VendorHttpSettings.ts", "VendorHttpSettings"],
      ["../src/http/CommonParameters.ts", "CommonParameters"]
    )
  },
  {
    name: "list options",
    content: propertiesOf(
      ["../src/extract/list/ListOptions.ts", "Options"],
      ["../src/extract/list/ListOptions.ts", "ListOptions"]
    )
  },
  { name: "several kinds", content: Marked.code(read("./testing/CloudAssets.ts")) },
  { name: "errors", content: table(["Error", "Meaning", "Health (who must act)", "Retried"], errors()) }
]

it("the README shows a whole connector, and every option with the sentence from its declaration", async ({
  expect
}) => {
  const rendered = sections.reduce(Marked.render, read("../README.md"))
  await expect(rendered).toMatchFileSnapshot("../README.md")
})
