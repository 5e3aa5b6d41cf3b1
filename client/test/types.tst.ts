import type { HttpApi, HttpApiClient, HttpClient, HttpClientError } from "@effect/platform"
import type * as Api from "@tributary/client"
import { Client } from "@tributary/client"
import * as InEffect from "@tributary/client/effect"
import type { Records } from "@tributary/core"
import type { TributaryApi } from "@tributary/runtime-http/api"
import { Effect, type Stream } from "effect"

/** Type tests of the clients: `tsc` checks them and nothing runs them; a type that degrades to `any` fails. */

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Fits<A, B> = [A] extends [B] ? true : false
const holds = <_Claim extends true>(): void => {}

const client = Client.make({ baseUrl: "https://api.example.com/v1", apiKey: "key" })

export const pages = async (flag: boolean) => {
  // Nothing is required, and a page by cursor has its cursor.
  const users = await client.listIdpUsers()
  holds<Equals<typeof users.next_cursor, string | null>>()
  holds<Equals<typeof users.as_of, string>>()
  holds<Equals<(typeof users.items)[number], Api.IdpUser>>()
  // @ts-expect-error a page by cursor has no total
  users.total

  const counted = await client.listIdpUsersByOffset({ offset: 10, excludeTotal: true })
  holds<Equals<typeof counted.count, number>>()
  holds<Equals<typeof counted.total, number | null | undefined>>()
  // @ts-expect-error a page by offset has no cursor
  counted.next_cursor

  // A flag adds its field, without null or undefined.
  const withGroups = await client.listIdpUsers({ includeIdpGroups: true, limit: 5 })
  holds<Equals<NonNullable<(typeof withGroups.items)[number]>["groups"], ReadonlyArray<Api.IdpGroup>>>()
  // @ts-expect-error the other flag was not given
  withGroups.items[0]?.applications
  // @ts-expect-error no flag was given
  users.items[0]?.groups
  const perhaps = await client.listIdpUsers({ includeIdpGroups: flag })
  holds<Equals<(typeof perhaps.items)[number]["groups"], ReadonlyArray<Api.IdpGroup> | undefined>>()
  const one = await client.getIdpUser({ user_id: "id", includeIdpGroups: true, includeIdpApplications: true })
  holds<Equals<typeof one.applications, ReadonlyArray<Api.IdpUserApplication>>>()
  const finding = await client.getComplianceFinding({ compliance_finding_id: "id", includeRule: true })
  holds<Equals<typeof finding.rule, Api.FindingRule | null>>()
  const [entry] = await client.listConnectors({ includeRecordKinds: true })
  // @ts-expect-error there may be no connector
  entry.record_kinds
  holds<Equals<NonNullable<typeof entry>["record_kinds"], Api.ConnectorEntryWithKinds["record_kinds"]>>()
}

export const shapes = async (flag: boolean, names: ReadonlyArray<"name">) => {
  // `expandAs` puts ids or a number in place of the array.
  const ids = await client.listIdpUsers({ includeIdpGroups: true, includeIdpApplications: true, expandAs: "ids" })
  type WithIds = (typeof ids.items)[number]
  holds<Equals<WithIds["group_ids"], ReadonlyArray<string>>>()
  holds<Equals<WithIds["application_ids"], ReadonlyArray<string>>>()
  // @ts-expect-error the ids stand in place of the array
  ids.items[0]?.groups
  const count = await client.getIdpGroup({ group_id: "id", includeIdpUsers: true, expandAs: "count" })
  holds<Equals<typeof count.user_count, number>>()
  const either = await client.getIdpGroup({ group_id: "id", includeIdpUsers: true, expandAs: flag ? "count" : "ids" })
  // @ts-expect-error it may be the ids
  either.user_count

  // `fields` keeps the named ones and the id; what a flag adds stays.
  const few = await client.listIdpUsers({ fields: ["name", "is_admin"], includeIdpGroups: true })
  type Few = (typeof few.items)[number]
  holds<Equals<keyof Few, "id" | "name" | "is_admin" | "groups">>()
  // @ts-expect-error not among the fields
  few.items[0]?.domain
  // @ts-expect-error no such field
  await client.listIdpUsers({ fields: ["colour"] })
  const some = await client.listIdpUsers({ fields: flag ? names : undefined })
  holds<Equals<(typeof some.items)[number]["id"], string>>()
  holds<Equals<Awaited<ReturnType<typeof named>>["name"], string | undefined>>()
}
const named = (names: ReadonlyArray<"name" | "domain">) => client.getIdpUser({ user_id: "id", fields: names })

export const parameters = async () => {
  // @ts-expect-error a limit is a number
  await client.listIdpUsers({ limit: "1" })
  // @ts-expect-error a misspelled parameter is none
  await client.listIdpUsers({ includeIdpGroup: true })
  // @ts-expect-error the method chooses the envelope
  await client.listIdpUsers({ enableCursor: false })
  // @ts-expect-error a page by cursor has no offset
  await client.listIdpUsers({ offset: 10 })
  // @ts-expect-error a page by offset has no cursor
  await client.listIdpUsersByOffset({ cursor: "next" })
  // @ts-expect-error the policy is missing
  await client.listIdpPolicyUsers()
  // @ts-expect-error the policy is missing
  client.walk("listIdpPolicyUsers")
  // @ts-expect-error not a list of records
  client.walk("listOrganizations")
  // @ts-expect-error a value that the list does not have
  await client.listComplianceFindings({ findingStatuses: ["OPENED"] })
  await client.listComplianceFindings({ findingStatuses: ["NEW"], controls: ["1.1"], cursor: undefined })
  const queued = await client.createTicket({ body: { name: "Rotate the key" }, idempotencyKey: "once" })
  holds<Equals<typeof queued.job_id, string>>()
  // A 204 has no body; `erase: true` gets a 202 with one.
  const erased = await client.deleteOrganization({ organization_id: "id", erase: true })
  holds<Equals<typeof erased, Api.Erasure | undefined>>()
}

export const walks = async () => {
  const walk = client.walk("listIdpUsers", { updatedSince: "2024-01-01T00:00:00Z", includeIdpGroups: true })
  for await (const user of walk) holds<Equals<typeof user.groups, ReadonlyArray<Api.IdpGroup>>>()
  holds<Equals<typeof walk.asOf, string>>()
  for await (const page of client.walk("listDevices").pages()) {
    holds<Equals<(typeof page.items)[number], Api.Device>>()
    holds<Equals<typeof page.as_of, string>>()
  }
}

export const errors = (error: Api.ApiError) => {
  holds<Equals<typeof error.code, Api.ErrorCode>>()
  const text: string = error.code
  return text
}

export const inEffect = Effect.gen(function* () {
  const tributary = yield* InEffect.Client
  const page = tributary.listIdpUsers({ includeIdpGroups: true })
  holds<Equals<Effect.Effect.Error<typeof page>, InEffect.ApiError | HttpClientError.HttpClientError>>()
  const { items } = yield* page
  holds<Equals<(typeof items)[number]["groups"], ReadonlyArray<Api.IdpGroup>>>()
  // @ts-expect-error a misspelled parameter is none
  yield* tributary.listIdpUsers({ includeIdpGroup: true })
  const stream = InEffect.Client.stream("listIdpGroups", { includeIdpUsers: true })
  type Group = Stream.Stream.Success<typeof stream>
  holds<Equals<Group["users"], ReadonlyArray<Api.IdpUser>>>()
  holds<Equals<Stream.Stream.Context<typeof stream>, InEffect.Client>>()
  holds<Equals<Stream.Stream.Success<ReturnType<typeof plain>>, Api.ItsmTicket>>()
  const made = InEffect.Client.make({ baseUrl: "https://api.example.com/v1", apiKey: "key" })
  holds<Equals<Effect.Effect.Context<typeof made>, HttpClient.HttpClient>>()
})
const plain = () => InEffect.Client.stream("listItsmTickets")

/** What the declaration of the API answers, operation by operation. */
type Groups = typeof TributaryApi extends HttpApi.HttpApi<string, infer All, infer _E, infer _R> ? All : never
type Declared = HttpApiClient.Client<Groups, never, never>
type DeclaredAnswer<Group extends keyof Declared, Name extends keyof Declared[Group]> = Declared[Group][Name] extends (
  request: never
) => Effect.Effect<infer Answer, infer _E, infer _R>
  ? // A call may also ask for the answer together with its HTTP response.
    Exclude<Answer, readonly [unknown, unknown]>
  : never

// The generated types are those of the declaration.
holds<Fits<DeclaredAnswer<"provisioning", "getConnection">, Api.ConnectionWithOrganization>>()
holds<Fits<Api.ConnectionWithOrganization, DeclaredAnswer<"provisioning", "getConnection">>>()
holds<Fits<DeclaredAnswer<"provisioning", "listConnectionJobs">, Api.OffsetPage<Api.Job>>>()
holds<Fits<Api.OffsetPage<Api.Job>, DeclaredAnswer<"provisioning", "listConnectionJobs">>>()
holds<Fits<DeclaredAnswer<"outboundJobs", "getOutboundJob">, Api.OutboundJob>>()
holds<Fits<Api.OutboundJob, DeclaredAnswer<"outboundJobs", "getOutboundJob">>>()
holds<Fits<Records.IdpUserWithEntities, Api.IdpUserWithEntities>>()
holds<Fits<Api.IdpUserWithEntities, Records.IdpUserWithEntities>>()
holds<Fits<Records.Vulnerability, Api.Vulnerability>>()
holds<Fits<Api.Vulnerability, Records.Vulnerability>>()
holds<Fits<Records.ComplianceFindingWithEntities, Api.ComplianceFindingWithEntities>>()
holds<Fits<Api.ComplianceFindingWithEntities, Records.ComplianceFindingWithEntities>>()
holds<Fits<Records.ItsmTicket, Api.ItsmTicket>>()
holds<Fits<Api.ItsmTicket, Records.ItsmTicket>>()
