import { Schema } from "effect"

/** What one schema means, in a sentence or two, and what each of its fields means. */
export interface Description {
  /** The comment of the schema's constant. */
  readonly text: string
  /** The comments of its fields, by wire name; empty if the schema has none. */
  readonly fields: Readonly<Record<string, string>>
}

/** The descriptions of a package's schemas, by the name of the schema's constant. */
export type Descriptions = Readonly<Record<string, Description>>

const signature = (field: Schema.Struct.Field): Schema.PropertySignature.All =>
  Schema.isPropertySignature(field) ? field : Schema.propertySignature(field as Schema.Schema.All)

/**
 * Makes schemas that carry their descriptions into JSON Schema and OpenAPI.
 *
 * The comments where a schema and its fields are declared are the only place to write a description. `pnpm generate`
 * copies them into the table that is passed here.
 */
export const schemas = (descriptions: Descriptions) => {
  /** The description of a schema, as an annotation. */
  const described = (name: string) => {
    const text = descriptions[name]?.text
    return text === undefined ? {} : { description: text }
  }

  /** The annotations of a schema that has a name of its own in JSON Schema. */
  const named = (name: string) => ({ identifier: name, ...described(name) })

  /**
   * A struct without a name of its own, such as an envelope whose items differ.
   *
   * The descriptions are annotations of the struct's properties, not of the fields' schemas: several properties share a
   * schema such as `Timestamp`, and JSON Schema would show the description of one of them for all. `fields` stays as it
   * was given, so that another struct can spread it.
   */
  const anonymous = <Fields extends Schema.Struct.Fields>(name: string, fields: Fields): Schema.Struct<Fields> => {
    const texts = descriptions[name]?.fields ?? {}
    const signatures = Object.entries(fields).map(([field, schema]) => {
      const text = texts[field]
      return [field, text === undefined ? schema : signature(schema).annotations({ description: text })]
    })
    const struct = Schema.Struct(Object.fromEntries(signatures)).annotations(described(name))
    return Object.assign(struct, { fields }) as unknown as Schema.Struct<Fields>
  }

  /**
   * A struct: the name of its constant is its name in JSON Schema.
   *
   * `more` are further annotations. They belong here, because a later call of `annotations` would drop the name.
   */
  const struct = <Fields extends Schema.Struct.Fields>(
    name: string,
    fields: Fields,
    more: Pick<Schema.Annotations.Schema<unknown>, "parseOptions"> = {}
  ): Schema.Struct<Fields> => anonymous(name, fields).annotations({ ...more, identifier: name })

  return { described, named, anonymous, struct }
}
