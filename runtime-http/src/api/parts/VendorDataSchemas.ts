import { OpenApiJsonSchema } from "@effect/platform"
import { Records } from "@tributary/core"
import type { Schema } from "effect"

type Json = Readonly<Record<string, unknown>>
type Components = Readonly<Record<string, Json>>

const REFERENCE = "#/components/schemas/"

/** What a vendor passes through, by the name of the schema; the field `vendor` tells them apart. */
const shapes = { MsEntraUserData: Records.MsEntraUserData, JiraUserData: Records.JiraUserData }

type Shape = keyof typeof shapes

/** An object of any shape, as the document describes what other vendors pass through. */
const isAnyObject = (form: unknown): boolean =>
  typeof form === "object" && form !== null && "additionalProperties" in form && !("properties" in form)

/** Adds the shape to the forms of a property that may be any object. */
const withShape = (property: Json, shape: Shape): Json => {
  const forms = property["anyOf"]
  if (!Array.isArray(forms) || !forms.some(isAnyObject)) throw new Error(`There is no place for ${shape}.`)
  return { ...property, anyOf: [{ $ref: REFERENCE + shape }, ...forms] }
}

const withProperty = (schema: Json, name: string, change: (property: Json) => Json): Json => {
  const properties = schema["properties"] as Components
  const property = properties[name]
  return property === undefined ? schema : { ...schema, properties: { ...properties, [name]: change(property) } }
}

const ofUser = (schema: Json): Json =>
  withProperty(schema, "vendor_data", (field) => withShape(field, "MsEntraUserData"))

const ATTRIBUTES = "ItsmUserAttributes"

const ofItsmUser = (schema: Json): Json =>
  withProperty(schema, "vendor_attributes", (field) => ({ ...field, $ref: REFERENCE + ATTRIBUTES }))

/** How the schemas of records change, by their names. Some have a second form, with what a request adds to the record. */
const changes: Readonly<Record<string, (schema: Json) => Json>> = {
  IdpUser: ofUser,
  IdpUserWithEntities: ofUser,
  ItsmUser: ofItsmUser,
  ItsmUserWithMeta: ofItsmUser
}

const jsonSchemaOf = (schema: Schema.Schema.All, name: string): Json => {
  const defs: Record<string, Json> = {}
  OpenApiJsonSchema.makeWithDefs(schema as Schema.Schema<unknown>, { defs: defs as never })
  const found = defs[name]
  if (found === undefined) throw new Error(`${name} has no name of its own.`)
  return found
}

/** Adds the shapes of `vendor_data` that the contract describes to the schemas of the document. */
export const added = (schemas: Components): Components => {
  const attributes = schemas["VendorAttributes"]
  if (attributes === undefined) throw new Error("The document has no VendorAttributes.")
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, changes[name]?.(schema) ?? schema])),
    [ATTRIBUTES]: withProperty(attributes, "data", (field) => withShape(field, "JiraUserData")),
    ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, jsonSchemaOf(schema, name)]))
  }
}
