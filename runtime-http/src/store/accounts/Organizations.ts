import { randomUUID } from "node:crypto"
import type { Organization } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUuid } from "../postgres/RecordTable.js"
import { SyncSchedule } from "../schedule/SyncSchedule.js"
import type { AccountScope } from "./AccessScope.js"
import * as AccountQuotas from "./AccountQuotas.js"
import * as Ownership from "./Ownership.js"
import * as SoftDeletion from "./SoftDeletion.js"

/** The organization does not exist, belongs to another account, or is outside the limits of the key; a caller cannot tell which. */
export class OrganizationNotFound extends Data.TaggedError("OrganizationNotFound") {}

/** One page of a list that is read by offset. */
export interface OffsetPage<A> {
  readonly items: ReadonlyArray<A>
  /** The number of items on all pages. */
  readonly total: number
}

/** The customers of an account. */
export class Organizations extends Context.Tag("@tributary/runtime-http/Organizations")<
  Organizations,
  {
    /** Fails if the account has as many organizations as it may have. */
    readonly create: (
      scope: AccountScope,
      values: { readonly name: string; readonly identifier: string | null }
    ) => Effect.Effect<Organization, AccountQuotas.QuotaExceeded | SqlError>
    /** Oldest first; an absent `identifier` means any or none. */
    readonly list: (
      scope: AccountScope,
      page: { readonly identifier?: string; readonly limit: number; readonly offset: number }
    ) => Effect.Effect<OffsetPage<Organization>, SqlError>
    readonly get: (
      scope: AccountScope,
      organizationId: string
    ) => Effect.Effect<Organization, OrganizationNotFound | SqlError>
    /** Marks the organization and its connections as deleted; a purge removes the rows later. */
    readonly remove: (
      scope: AccountScope,
      organizationId: string
    ) => Effect.Effect<void, OrganizationNotFound | SqlError>
  }
>() {}

interface OrganizationRow {
  readonly id: string
  readonly name: string
  readonly identifier: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  identifier: row.identifier,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString()
})

/** Stores organizations. */
export const make: Effect.Effect<Organizations["Type"], never, SqlClient.SqlClient | SyncSchedule> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const schedule = yield* SyncSchedule
    const quotas = yield* AccountQuotas.DefaultQuotas
    const columns = sql.literal("id, name, identifier, created_at, updated_at")

    const only = (rows: ReadonlyArray<OrganizationRow>) => {
      const [row] = rows
      return row === undefined ? Effect.fail(new OrganizationNotFound()) : Effect.succeed(toOrganization(row))
    }

    const create: Organizations["Type"]["create"] = (scope, { name, identifier }) =>
      Effect.gen(function* () {
        yield* AccountQuotas.admit(sql, quotas, scope.accountId, "organizations")
        const { accountId } = scope
        const id = randomUUID()
        const rows = yield* sql<OrganizationRow>`
          insert into organization ${sql.insert({ id, account_id: accountId, name, identifier })}
          returning ${columns}`
        yield* AuditTrail.note(sql, { action: "organization.create", accountId, organizationId: id })
        // An insert returns its row.
        return yield* Effect.orDieWith(only(rows), () => new Error("The new organization was not returned."))
      }).pipe(sql.withTransaction)

    const list: Organizations["Type"]["list"] = (scope, { identifier, limit, offset }) =>
      Effect.gen(function* () {
        const wanted = sql`
          ${Ownership.isOwn(sql, scope, Ownership.ofOrganization)} and deleted_at is null
            and ${identifier === undefined ? sql`true` : sql`identifier = ${identifier}`}`
        const rows = yield* sql<OrganizationRow>`
          select ${columns} from organization
          where ${wanted}
          order by created_at, id
          limit ${limit} offset ${offset}`
        const [count] = yield* sql<{ readonly total: number }>`
          select count(*) as total from organization where ${wanted}`
        return { items: rows.map(toOrganization), total: count?.total ?? 0 }
      })

    const get: Organizations["Type"]["get"] = (scope, organizationId) =>
      isUuid(organizationId)
        ? sql<OrganizationRow>`
            select ${columns} from organization
            where id = ${organizationId} and ${Ownership.isOwn(sql, scope, Ownership.ofOrganization)} and deleted_at is null`.pipe(
            Effect.flatMap(only)
          )
        : new OrganizationNotFound()

    const remove: Organizations["Type"]["remove"] = (scope, organizationId) =>
      Effect.gen(function* () {
        if (!isUuid(organizationId)) return yield* new OrganizationNotFound()
        const isRemoved = yield* SoftDeletion.organizations(
          sql,
          schedule,
          sql`id = ${organizationId} and ${Ownership.isOwn(sql, scope, Ownership.ofOrganization)}`
        )
        if (!isRemoved) return yield* new OrganizationNotFound()
        yield* AuditTrail.note(sql, { action: "organization.delete", accountId: scope.accountId, organizationId })
      }).pipe(sql.withTransaction)

    return Organizations.of({ create, list, get, remove })
  }
)

/** Stores organizations. */
export const layer: Layer.Layer<Organizations, never, SqlClient.SqlClient | SyncSchedule> = Layer.effect(
  Organizations,
  make
)
