/** A likely mistake of an author, and what the compiler says about it. */
export interface Mistake {
  /** What the author did, in words that follow "an author who". */
  readonly name: string
  /** The code; `// <-` marks the line at which the error must be. */
  readonly code: string
  /** The last line of the compiler's message; for an option that is missing, its beginning, because the types of all others follow. */
  readonly says: string
  /** The most characters of the whole message; 600 by default. */
  readonly most?: number
}

/** What the code of every mistake begins with. */
export const PRELUDE = `
import { Child, Connector, Credentials, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

const Person = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) })
type Person = Schema.Schema.Type<typeof Person>

const attributes = (id: string) => ({ id, vendor: "ACME", created_at: null, updated_at: null, data: null })

export const used = [Child, Connector, Credentials, Extractor, Lookup, Pagination, RecordKind, attributes] as const

declare const people: Extractor.Extractor<"itsm_users">

const table = {
  vendor: "ACME",
  name: "Acme",
  description: "An invented directory.",
  category: "ITSM" as const,
  authType: "API_KEY" as const,
  docsUrl: "https://acme.example/docs",
  check: "/me"
}

const credentials = Schema.Struct({ api_key: Credentials.secret({ title: "API key", help: "Settings > Keys." }) })
const http = () => ({ baseUrl: "https://acme.example" })
Connector.make({ ...table, credentials, http, exports: { itsm_users: [people] } })
`

const extractor = (mapping: string, more = ""): string => `
Extractor.make({
  record: RecordKind.ItsmUser,
  endpoint: "/people",
  row: Person,
  pagination: Pagination.none(),
  permissions: ["people.read"],${more}
  ${mapping}
})`

const mapping = `toRecord: (person) => ({ name: person.id, status: "ACTIVE", vendor_attributes: attributes(person.id) })`

/** The likeliest mistakes of an author. */
export const mistakes: ReadonlyArray<Mistake> = [
  {
    name: "forgets a required field",
    code: extractor(`toRecord: (person) => ({ // <-
    name: person.id,
    status: "ACTIVE"
  })`),
    says: `Type '{ readonly name: string; readonly status: "ACTIVE"; }' is not assignable to type '"the record needs the field vendor_attributes"'.`
  },
  {
    name: "forgets a required field in a mapping with a name",
    code: `
const toUser = (person: Person) => ({ name: person.id, status: "ACTIVE" as const })
${extractor("toRecord: toUser // <-")}`,
    says: `Type '{ name: string; status: "ACTIVE"; }' is not assignable to type '"the record needs the field vendor_attributes"'.`
  },
  {
    name: "invents a field",
    code: extractor(`toRecord: (person) => ({
    name: person.id,
    nickname: person.id, // <-
    status: "ACTIVE",
    vendor_attributes: attributes(person.id)
  })`),
    says: `Type 'string' is not assignable to type 'NoFieldOfTheRecord<"nickname">'.`
  },
  {
    name: "writes a value that the enum does not have",
    code: extractor(`toRecord: (person) => ({
    name: person.id,
    status: "ENABLED", // <-
    vendor_attributes: attributes(person.id)
  })`),
    says: `Type '"ENABLED"' is not assignable to type '"ACTIVE" | "INACTIVE" | "DELETED"'.`
  },
  {
    name: "writes null into a required field",
    code: extractor(`toRecord: (person) => ({
    name: person.name, // <-
    status: "ACTIVE",
    vendor_attributes: attributes(person.id)
  })`),
    says: "Type 'null' is not assignable to type 'string'."
  },
  {
    name: "reads a field that the row schema does not name",
    code: extractor(`toRecord: (person) => ({
    name: person.email, // <-
    status: "ACTIVE",
    vendor_attributes: attributes(person.id)
  })`),
    says: "Property 'email' does not exist on type '{ readonly id: string; readonly name: string | null; }'."
  },
  {
    name: "makes a mapping async",
    code: extractor(`toRecord: async (person) => ({ // <-
    name: person.id
  })`),
    says: `Type 'Promise<{ name: string; }>' is not assignable to type '"a mapping is not async: declare a lookup for more data"'.`
  },
  {
    name: "files an extractor under another export type",
    code: `
Connector.make({
  ...table,
  credentials,
  http,
  exports: {
    idp: [people] // <-
  }
})`,
    says: `Type '"idp"' is not assignable to type '"itsm_users"'.`
  },
  {
    name: "files an extractor of two export types under a third one",
    code: `
declare const assets: Extractor.Extractor<"devices" | "resources">
Connector.make({
  ...table,
  credentials,
  http,
  exports: {
    devices: [assets],
    idp: [assets], // <-
    resources: [assets]
  }
})`,
    says: `Type '"idp"' is not assignable to type '"devices" | "resources"'.`
  },
  {
    name: "misspells an export type",
    code: `
Connector.make({
  ...table,
  credentials,
  http,
  exports: {
    itsm_user: [people] // <-
  }
})`,
    says: "Object literal may only specify known properties, but 'itsm_user' does not exist in type 'Exports'. Did you mean to write 'itsm_users'?"
  },
  {
    name: "declares a credential as a plain text",
    code: `
Connector.make({
  ...table,
  credentials: Schema.Struct({ // <-
    api_key: Schema.String
  }),
  http,
  exports: { itsm_users: [people] }
})`,
    says: `Type 'Struct<{ api_key: typeof String$; }>' is not assignable to type '"declare api_key with Credentials.secret, text, choice, baseUrl, oauth2, appConsent or fact"'.`
  },
  {
    name: "uses a secret as a text",
    code: `
Connector.make({
  ...table,
  credentials,
  http: ({ api_key }) => ({
    baseUrl: "https://acme.example",
    headers: { authorization: api_key.trim() } // <-
  }),
  exports: { itsm_users: [people] }
})`,
    says: "Property 'trim' does not exist on type 'Redacted<string>'."
  },
  {
    name: "names a field in a lookup that the record does not have",
    code: extractor(
      mapping,
      `
  lookups: {
    groups: Lookup.of<Person>()({ // <-
      endpoint: "/people/{id}/groups",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.none(),
      permissions: ["groups.read"],
      fields: ["nickname"]
    })
  },`
    ),
    says: `Type 'Lookup<{ readonly id: string; readonly name: string | null; }, { readonly id: string; }, "nickname">' is not assignable to type '"the record has no field nickname"'.`
  },
  {
    name: "forgets that the answer to a lookup may be null",
    code: extractor(
      `toRecord: (person, { groups }) => ({
    name: groups.map(({ id }) => id).join(), // <-
    status: "ACTIVE",
    vendor_attributes: attributes(person.id)
  })`,
      `
  lookups: {
    groups: Lookup.of<Person>()({
      endpoint: "/people/{id}/groups",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.none(),
      permissions: ["groups.read"]
    })
  },`
    ),
    says: "'groups' is possibly 'null'."
  },
  {
    name: "fills a path with a field that the row does not have",
    code: `
Lookup.of<Person>()({
  endpoint: "/people/{key}/groups", // <-
  row: Person,
  pagination: Pagination.none(),
  permissions: ["groups.read"]
})`,
    says: `Type '"/people/{key}/groups"' is not assignable to type '"the row has no field key"'.`
  },
  {
    name: "misspells an option of a pagination",
    code: `
Pagination.cursor({
  items: "users",
  from: "next",
  parameter: "after" // <-
})`,
    says: "Object literal may only specify known properties, and 'parameter' does not exist in type 'Shape & { readonly from: string; readonly param: string; readonly isLast?: string; readonly endsOnEmptyPage?: boolean; }'."
  },
  {
    name: "forgets an option of a pagination",
    code: `
Pagination.offset({ counts: "returned", items: "users" }) // <-`,
    says: "Property 'limit' is missing in type '{ counts: \"returned\"; items: string; }' but required in type '{ readonly limit: number; readonly param?: string; readonly counts: \"requested\" | \"returned\"; readonly limitInForce?: string; }'."
  },
  {
    name: "forgets an end of a relation below a row",
    code: `
Child.of<Person>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/people/{id}/members",
  row: Person,
  pagination: Pagination.none(),
  permissions: ["people.read"],
  toRecord: (member) => ({ // <-
    user_vendor_id: member.id
  })
})`,
    says: `Type '{ readonly user_vendor_id: string; }' is not assignable to type '"the record needs the field group_vendor_id"'.`
  },
  {
    name: "forgets the permissions of a lookup",
    code: `
Lookup.of<Person>()({ // <-
  endpoint: "/people/{id}/groups",
  row: Person,
  pagination: Pagination.none()
})`,
    says: "Property 'permissions' is missing in type",
    most: 1_000
  },
  {
    name: "forgets the permissions of a list",
    code: `
Extractor.make({ // <-
  record: RecordKind.ItsmUser,
  endpoint: "/people",
  row: Person,
  pagination: Pagination.none(),
  ${mapping}
})`,
    says: "Property 'permissions' is missing in type",
    most: 1_400
  }
]
