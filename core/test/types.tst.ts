import {
  Also,
  Changes,
  Child,
  Connector,
  Credentials,
  Extractor,
  Lookup,
  Pagination,
  RecordKind,
  Row
} from "@tributary/core"
import { Redacted, Schema, Stream } from "effect"
import * as Field from "../src/records/Field.js"

/** What the types must reject; `tsc` fails if an expected error is missing. This file never runs. */

const Person = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) })
type Person = Schema.Schema.Type<typeof Person>

const list = {
  record: RecordKind.ItsmUser,
  endpoint: "/people",
  row: Person,
  pagination: Pagination.none(),
  permissions: ["people.read"]
}

const attributes = (id: string) => ({ id, vendor: "ACME", created_at: null, updated_at: null, data: null })

const people = Extractor.make({
  ...list,
  toRecord: (person) => ({
    name: person.name ?? person.id,
    // Literals in a condition keep their type.
    status: person.name === null ? "INACTIVE" : "ACTIVE",
    vendor_attributes: attributes(person.id)
  })
})

Extractor.make({
  ...list,
  // @ts-expect-error a required field is missing: vendor_attributes
  toRecord: (person) => ({ name: person.id, status: "ACTIVE" })
})

Extractor.make({
  ...list,
  toRecord: (person) => ({
    name: person.id,
    status: "ACTIVE",
    vendor_attributes: attributes(person.id),
    // @ts-expect-error the record has no field `nickname`
    nickname: person.name
  })
})

Extractor.make({
  ...list,
  // @ts-expect-error the framework assigns `id`
  toRecord: (person) => ({ id: "1", name: person.id, status: "ACTIVE", vendor_attributes: attributes(person.id) })
})

Extractor.make({
  ...list,
  toRecord: (person) => ({
    // @ts-expect-error a required field is never null
    name: person.name,
    status: "ACTIVE",
    vendor_attributes: attributes(person.id)
  })
})

Extractor.make({
  ...list,
  // @ts-expect-error `ENABLED` is not a value of the status
  toRecord: (person) => ({ name: person.id, status: "ENABLED", vendor_attributes: attributes(person.id) })
})

Extractor.make({
  ...list,
  // @ts-expect-error the row has no field `email`
  toRecord: (person) => ({ name: person.email, status: "ACTIVE", vendor_attributes: attributes(person.id) })
})

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

// @ts-expect-error an extractor belongs under the export type of its record
Connector.make({ ...table, credentials, http, exports: { idp: [people] } })

Connector.make({
  ...table,
  // @ts-expect-error a plain string is not a credential field: a secret would be shown like any other text
  credentials: Schema.Struct({ api_key: Schema.String }),
  http,
  exports: { itsm_users: [people] }
})

Connector.make({
  ...table,
  credentials,
  http: ({ api_key }) => ({
    baseUrl: "https://acme.example",
    // @ts-expect-error a secret is not a string
    headers: { authorization: api_key.trim(), key: Redacted.value(api_key) }
  }),
  exports: { itsm_users: [people] }
})

const below = {
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.none(),
  permissions: ["groups.read"]
}

Lookup.of<Person>()({ ...below, endpoint: "/people/{id}/groups/{name}" })

// The settings of the connector fill `{$organization}`.
Lookup.of<Person>()({ ...below, endpoint: "/orgs/{$organization}/people/{id}/groups" })

// @ts-expect-error the parent row has no field `key`
Lookup.of<Person>()({ ...below, endpoint: "/people/{key}/groups" })

Child.of<Person>()({
  ...below,
  record: RecordKind.IdpGroupMembership,
  // @ts-expect-error the parent row has no field `key`
  endpoint: "/people/{key}/groups",
  toRecord: (group: { readonly id: string }, person: Person) => ({
    user_vendor_id: person.id,
    group_vendor_id: group.id
  })
})

Child.of<Person>()({
  ...below,
  record: RecordKind.IdpGroupMembership,
  endpoint: "/people/{id}/groups",
  // @ts-expect-error the framework derives the `vendor_id` of a relation from its ends
  toRecord: (group, person) => ({ user_vendor_id: person.id, group_vendor_id: group.id, vendor_id: group.id })
})

const groupsOf = Lookup.of<Person>()({ ...below, endpoint: "/people/{id}/groups", fields: ["name", "nickname"] })
const rolesOf = Lookup.of<Person>()({ ...below, endpoint: "/people/{id}/groups", fields: ["vendor_attributes.data"] })

Extractor.make({
  ...list,
  lookups: {
    roles: rolesOf,
    // @ts-expect-error the record has no field `nickname`
    groups: groupsOf
  },
  toRecord: (person) => ({ name: person.id, status: "ACTIVE", vendor_attributes: attributes(person.id) })
})

Extractor.make({
  ...list,
  lookups: { groups: Lookup.of<Person>()({ ...below, endpoint: "/people/{id}/groups" }) },
  toRecord: (person, { groups }) => ({
    // @ts-expect-error an answer is null if the credentials may not read it
    name: groups.map((group) => group.id).join(),
    status: groups?.[0]?.id === person.id ? "ACTIVE" : "INACTIVE",
    vendor_attributes: attributes(person.id)
  })
})

const feed = { endpoint: "/changes", query: {}, pagination: below.pagination, permissions: ["people.read"] }
const told = { list: feed, row: Person, toChange: ({ id }: Person) => ({ id, isRemoved: false }) }
const among = (ids: ReadonlyArray<string>) => [{ ids: ids.join() }]
const groupsOfOne = Lookup.of<Person>()({ ...below, endpoint: "/people/{id}/groups" })
const groupsOfAll = Lookup.joined<Person>()({
  ...below,
  endpoint: "/groups",
  key: ({ id }) => id,
  matches: ({ id }) => id
})
Lookup.joined<Person>()({
  ...below,
  below: { ...below, endpoint: "/sites", row: Schema.Struct({ site: Schema.String }) },
  endpoint: "/sites/{site}/groups",
  key: ({ id }) => id,
  matches: ({ id }) => id
})
Lookup.joined<Person>()({
  ...below,
  below: { ...below, endpoint: "/sites", row: Schema.Struct({ site: Schema.String }) },
  // @ts-expect-error rows of the list above the answers have no field of this name
  endpoint: "/sites/{id}/groups",
  key: ({ id }) => id,
  matches: ({ id }) => id
})
Lookup.joined<Person>()({
  ...below,
  // @ts-expect-error without such a list, the placeholders are fields of the rows that are asked about
  endpoint: "/sites/{site}/groups",
  key: ({ id }) => id,
  matches: ({ id }) => id
})
const namesOf = Lookup.of<Person>()({ ...below, row: Person, endpoint: "/people/{id}/groups" })

const followed = {
  ...list,
  lookups: { groups: groupsOfAll },
  toRecord: (person: Person, answers: Lookup.Answers<{ readonly groups: typeof groupsOfAll }>) => ({
    name: answers.groups?.[0]?.id ?? person.id,
    status: "ACTIVE" as const,
    vendor_attributes: attributes(person.id)
  })
}

// Rows that are read again may have other lookups, whose answers have the same rows.
Extractor.make({
  ...followed,
  changes: Changes.of<Person>()({ ...told, reread: { queries: among, lookups: { groups: groupsOfOne } } })
})

Extractor.make({
  ...followed,
  // @ts-expect-error the mapping needs the lookup `groups`
  changes: Changes.of<Person>()({ ...told, reread: { queries: among, lookups: { names: namesOf } } })
})

Extractor.make({
  ...followed,
  // @ts-expect-error the rows of the answer are others
  changes: Changes.of<Person>()({
    ...told,
    reread: {
      queries: among,
      lookups: {
        groups: Lookup.of<Person>()({ ...below, row: Schema.Struct({ name: Schema.String }), endpoint: "/x" })
      }
    }
  })
})

Extractor.fromStream({
  ...list,
  // @ts-expect-error the record has no field `nickname`
  further: [{ endpoint: "/nicknames", permissions: [], fields: ["email", "nickname"] }],
  pages: () => Stream.empty
})

Extractor.fromStream({
  ...list,
  further: [
    { endpoint: "/mails", permissions: [], fields: ["email"], isOptional: true },
    { endpoint: "/more", permissions: [] }
  ],
  pages: () => Stream.empty
})

// @ts-expect-error the catch-all of an enum must be one of its values
Field.openEnum({ identifier: "State", values: ["OPEN", "OTHER"], catchAll: "UNKNOWN" })

type AnyField = Schema.Schema.All | Schema.PropertySignature.All

/** The fields whose wire form has another type than what a mapping writes. */
type Differing<F> = {
  [K in keyof F]: F[K] extends AnyField
    ? [Schema.Schema.Encoded<F[K]>, Schema.Schema.Type<F[K]>] extends [
        Schema.Schema.Type<F[K]>,
        Schema.Schema.Encoded<F[K]>
      ]
      ? never
      : K
    : K
}[keyof F]

type Kinds = typeof RecordKind

// A draft has the types of decoded fields, although a mapping writes the wire form: for every record they are the same.
export const differing: {
  [K in keyof Kinds]: Kinds[K] extends { readonly schema: { readonly fields: infer F } } ? Differing<F> : never
}[keyof Kinds] extends never
  ? true
  : false = true

const machines = Extractor.make({
  ...list,
  record: RecordKind.Resource,
  // A mapping may say that a row is no record of the kind.
  toRecord: (person) => (person.name === null ? null : { name: person.name, type: "machine", vendor_id: person.id }),
  also: [
    Also.of<Person>()({
      record: RecordKind.DeviceGroup,
      toRecord: ({ id, name }) => (name === null ? null : { name, vendor_id: id })
    })
  ]
})

// It belongs under each of its export types.
const filed: Connector.Exports = { device_groups: [machines], resources: [machines] }
// @ts-expect-error and under no other one
const misfiled: Connector.Exports = { ...filed, devices: [machines] }

export { misfiled }

Also.of<Person>()({
  record: RecordKind.DeviceGroup,
  // @ts-expect-error a required field is missing: name
  toRecord: ({ id }) => ({ vendor_id: id })
})

Also.of<Person>()({
  record: RecordKind.DeviceGroup,
  // @ts-expect-error the record has no such field: nickname
  toRecord: ({ id }) => ({ name: id, vendor_id: id, nickname: id })
})
