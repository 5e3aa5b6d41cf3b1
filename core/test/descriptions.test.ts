import { readdirSync } from "node:fs"
import * as Core from "@tributary/core"
import { JSONSchema, Option, Schema, SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import * as DocComments from "./DocComments.js"

const contract = readdirSync(`${DocComments.root}core/src/contract`).map((file) => `core/src/contract/${file}`)

const found = DocComments.read([
  "core/src/records/index.ts",
  ...contract,
  "core/src/DataExportType.ts",
  "core/src/Timestamp.ts"
])

const schemas = [Core, Core.Records, Core.Health, Core.Timestamp].flatMap((module) =>
  Object.entries(module).filter((entry): entry is [string, Schema.Schema.All] => Schema.isSchema(entry[1]))
)

const identifierOf = (schema: Schema.Schema.All) => Option.getOrNull(SchemaAST.getIdentifierAnnotation(schema.ast))
const descriptionOf = (node: SchemaAST.Annotated) => Option.getOrNull(SchemaAST.getDescriptionAnnotation(node))

describe("descriptions of records and of the contract", () => {
  it("every schema and every field has a comment", () => {
    expect(found.missing).toEqual([])
  })

  it("the generated table holds the comments (pnpm generate)", async ({ expect }) => {
    const source = DocComments.render(found.descriptions, { type: "Descriptions", from: "./Description.js" })
    await expect(source).toMatchFileSnapshot("../src/records/descriptions.generated.ts")
  })

  it("every schema carries its name and its comments", () => {
    expect(schemas.length).toBeGreaterThan(50)
    for (const [name, schema] of schemas) {
      expect(identifierOf(schema)).toBe(name)
      expect(descriptionOf(schema.ast), name).toBe(found.descriptions[name]?.text)
      const properties = SchemaAST.isTypeLiteral(schema.ast) ? schema.ast.propertySignatures : []
      const carried = properties.map((property) => [String(property.name), descriptionOf(property)])
      expect(Object.fromEntries(carried), name).toEqual(found.descriptions[name]?.fields)
    }
  })

  it("JSON Schema describes a field next to its reference to a shared schema, and the shared schema only once", () => {
    const { $defs = {} } = JSONSchema.make(Core.Records.IdpUser)
    expect($defs["IdpUser"]).toMatchObject({
      description: found.descriptions["IdpUser"]?.text,
      properties: {
        vendor_created_at: {
          allOf: [{ $ref: "#/$defs/Timestamp" }],
          description: found.descriptions["IdpUser"]?.fields["vendor_created_at"]
        },
        activated_at: {
          anyOf: [{ $ref: "#/$defs/Timestamp" }, { type: "null" }],
          description: found.descriptions["IdpUser"]?.fields["activated_at"]
        }
      }
    })
    expect($defs["Timestamp"]).toMatchObject({ description: found.descriptions["Timestamp"]?.text })
  })
})
