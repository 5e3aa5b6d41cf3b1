import { randomUUID } from "node:crypto"
import { Context, Data, Effect, Layer } from "effect"
import { type Fragment, SqlClient, type SqlError, type Statement } from "../../Sql.js"
import type { AccountScope } from "../accounts/AccessScope.js"
import { ConnectionNotFound } from "../accounts/Connections.js"
import { type OffsetPage, OrganizationNotFound } from "../accounts/Organizations.js"
import * as Ownership from "../accounts/Ownership.js"
import * as SoftDeletion from "../accounts/SoftDeletion.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUuid } from "../postgres/RecordTable.js"
import { SyncSchedule } from "../schedule/SyncSchedule.js"
import * as Emptying from "./Emptying.js"
import { columns, type Erasure, type ErasureRow, toErasure } from "./ErasureRow.js"
import type { Subject } from "./Reach.js"

export type { Erasure, ReceiptLine } from "./ErasureRow.js"

/** The erasure does not exist, or is of another account or of an organization that the key may not see; a caller cannot tell which. */
export class ErasureNotFound extends Data.TaggedError("ErasureNotFound") {}

/** The organization has connections that are not deleted, and the caller has not said that they are to be erased, too. */
export class HasConnections extends Data.TaggedError("HasConnections")<{ readonly connections: number }> {}

/** There is nothing with this id, and no erasure of it. */
export class NothingToErase extends Data.TaggedError("NothingToErase") {}

/**
 * Requests to erase a customer. Each deletes what is to be erased, unless it is deleted already, and adds the erasure in the same transaction;
 * `ErasureWork` then removes the rows. A request for what is being erased, or was, answers that erasure.
 */
export class Erasures extends Context.Tag("@tributary/runtime-http/Erasures")<
  Erasures,
  {
    readonly ofConnection: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string
    ) => Effect.Effect<Erasure, ConnectionNotFound | SqlError>
    /** Without `force`, it fails if the organization has connections that are not deleted. */
    readonly ofOrganization: (
      scope: AccountScope,
      organizationId: string,
      options: { readonly force: boolean }
    ) => Effect.Effect<Erasure, HasConnections | OrganizationNotFound | SqlError>
    readonly get: (scope: AccountScope, erasureId: string) => Effect.Effect<Erasure, ErasureNotFound | SqlError>
    /** The latest first. */
    readonly list: (
      scope: AccountScope,
      page: { readonly limit: number; readonly offset: number }
    ) => Effect.Effect<OffsetPage<Erasure>, SqlError>
    /** What an operator asks for: the connections of what has the id go, too. Also revokes the keys of an account. */
    readonly byOperator: (of: Subject, id: string) => Effect.Effect<Erasure, NothingToErase | SqlError>
    /** How many rows of each table that would erase now, and the name of what has the id: no receipt has it afterwards. */
    readonly preview: (
      of: Subject,
      id: string
    ) => Effect.Effect<{ readonly name: string; readonly counts: Emptying.Counts }, NothingToErase | SqlError>
    /** Those of all accounts, the latest first. */
    readonly latest: (limit: number) => Effect.Effect<ReadonlyArray<Erasure>, SqlError>
    readonly find: (erasureId: string) => Effect.Effect<Erasure, ErasureNotFound | SqlError>
  }
>() {}

const ofErasure = { account: "erasure.account_id", organization: "erasure.organization_id" }

/** Where the ids of an erasure come from, in the row of its subject. */
const idsOf: Readonly<Record<Subject, string>> = {
  connection: "account_id, organization_id, id",
  organization: "account_id, id, null::uuid",
  account: "id, null::uuid, null::uuid"
}

/** Stores erasures of one region. */
export const make = (region: string): Effect.Effect<Erasures["Type"], never, SqlClient.SqlClient | SyncSchedule> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const schedule = yield* SyncSchedule

    const add = (of: Subject, id: string) =>
      Effect.gen(function* () {
        const [added] = yield* sql<Pick<ErasureRow, "account_id" | "organization_id" | "connection_id">>`
        insert into erasure (id, subject, subject_id, account_id, organization_id, connection_id)
        select ${randomUUID()}::uuid, ${of}::text, id, ${sql.literal(idsOf[of])}
        from ${sql(of)}
        where id = ${id}
        on conflict (subject, subject_id) do nothing
        returning account_id, organization_id, connection_id`
        if (added === undefined) return
        const { account_id: accountId, connection_id: connectionId, organization_id: organizationId } = added
        yield* AuditTrail.note(sql, {
          action: `${of}.erase`,
          accountId,
          ...(organizationId === null ? {} : { organizationId }),
          ...(connectionId === null ? {} : { connectionId })
        })
      })

    const where = (condition: Fragment) =>
      Effect.map(sql<ErasureRow>`select ${columns(sql)} from erasure where ${condition}`, (rows) => rows.map(toErasure))

    const one = <E>(condition: Fragment, none: E): Effect.Effect<Erasure, E | SqlError> =>
      Effect.flatMap(where(condition), ([erasure]) =>
        erasure === undefined ? Effect.fail(none) : Effect.succeed(erasure)
      )

    const isOf = (of: Subject, id: string) => sql`subject = ${of} and subject_id = ${id}`

    const ofConnection: Erasures["Type"]["ofConnection"] = (scope, organizationId, connectionId) =>
      Effect.gen(function* () {
        if (!isUuid(organizationId) || !isUuid(connectionId)) return yield* new ConnectionNotFound()
        const [found] = yield* sql<{ readonly id: string }>`
          select id from connection
          where id = ${connectionId} and organization_id = ${organizationId}
            and ${Ownership.isOwn(sql, scope, Ownership.ofConnection)}
          for no key update`
        if (found !== undefined) {
          yield* SoftDeletion.connections(sql, schedule, sql`id = ${connectionId}`)
          yield* add("connection", connectionId)
        }
        return yield* one(
          sql`${isOf("connection", connectionId)} and organization_id = ${organizationId}
            and ${Ownership.isOwn(sql, scope, ofErasure)}`,
          new ConnectionNotFound()
        )
      }).pipe(sql.withTransaction)

    const liveIn = (organizationId: string) =>
      Effect.map(
        sql<{ readonly count: number }>`
          select count(*) as count from connection where organization_id = ${organizationId} and state <> 'DELETED'`,
        ([row]) => row?.count ?? 0
      )

    const ofOrganization: Erasures["Type"]["ofOrganization"] = (scope, organizationId, { force }) =>
      Effect.gen(function* () {
        if (!isUuid(organizationId)) return yield* new OrganizationNotFound()
        // The lock keeps a connection that is just being created from being overlooked.
        const [found] = yield* sql<{ readonly id: string }>`
          select id from organization
          where id = ${organizationId} and ${Ownership.isOwn(sql, scope, Ownership.ofOrganization)}
          for no key update`
        if (found !== undefined) {
          const connections = force ? 0 : yield* liveIn(organizationId)
          if (connections > 0) return yield* new HasConnections({ connections })
          yield* SoftDeletion.organizations(sql, schedule, sql`id = ${organizationId}`)
          yield* add("organization", organizationId)
        }
        return yield* one(
          sql`${isOf("organization", organizationId)} and ${Ownership.isOwn(sql, scope, ofErasure)}`,
          new OrganizationNotFound()
        )
      }).pipe(sql.withTransaction)

    /** The name of the subject with this id; no row if it does not exist, or belongs to another region. */
    const known: Readonly<Record<Subject, (id: string) => Statement<{ readonly name: string }>>> = {
      connection: (id) => sql`
        select concat_ws(' ', vendor, identifier) as name from connection join account on account.id = account_id
        where connection.id = ${id} and region = ${region}`,
      organization: (id) => sql`
        select organization.name from organization join account on account.id = account_id
        where organization.id = ${id} and region = ${region}`,
      account: (id) => sql`select name from account where id = ${id} and region = ${region}`
    }

    /** The same with the lock that deletes it. That of an account also waits for keys that are being made: those would stay valid. */
    const locked = (of: Subject, id: string) =>
      sql`${known[of](id)} ${of === "account" ? sql`for update` : sql`for no key update of ${sql(of)}`}`

    const deleted: Readonly<Record<Subject, (id: string) => Effect.Effect<unknown, SqlError>>> = {
      connection: (id) => SoftDeletion.connections(sql, schedule, sql`id = ${id}`),
      organization: (id) => SoftDeletion.organizations(sql, schedule, sql`id = ${id}`),
      account: (id) =>
        Effect.zipRight(
          sql`update api_key set revoked_at = clock_timestamp() where account_id = ${id} and revoked_at is null`,
          SoftDeletion.organizations(sql, schedule, sql`account_id = ${id}`)
        )
    }

    const byOperator: Erasures["Type"]["byOperator"] = (of, id) =>
      Effect.gen(function* () {
        if (!isUuid(id)) return yield* new NothingToErase()
        if ((yield* locked(of, id)).length > 0) {
          yield* deleted[of](id)
          yield* add(of, id)
        }
        return yield* one(isOf(of, id), new NothingToErase())
      }).pipe(sql.withTransaction)

    const preview: Erasures["Type"]["preview"] = (of, id) =>
      Effect.gen(function* () {
        if (!isUuid(id)) return yield* new NothingToErase()
        // Without a lock: counting may take long, and changes nothing.
        const [found] = yield* known[of](id)
        if (found === undefined) return yield* new NothingToErase()
        return { name: found.name, counts: yield* Emptying.countAll(of, id) }
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

    return Erasures.of({
      ofConnection,
      ofOrganization,
      get: (scope, id) =>
        isUuid(id)
          ? one(sql`id = ${id} and ${Ownership.isOwn(sql, scope, ofErasure)}`, new ErasureNotFound())
          : new ErasureNotFound(),
      list: (scope, { limit, offset }) =>
        Effect.gen(function* () {
          const isOwn = Ownership.isOwn(sql, scope, ofErasure)
          const items = yield* where(sql`${isOwn} order by requested_at desc, id limit ${limit} offset ${offset}`)
          const [count] = yield* sql<{ readonly total: number }>`
            select count(*) as total from erasure where ${isOwn}`
          return { items, total: count?.total ?? 0 }
        }),
      byOperator,
      preview,
      latest: (limit) => where(sql`true order by requested_at desc, id limit ${limit}`),
      find: (id) => (isUuid(id) ? one(sql`id = ${id}`, new ErasureNotFound()) : new ErasureNotFound())
    })
  })

/** Stores erasures of one region. */
export const layerIn = (region: string): Layer.Layer<Erasures, never, SqlClient.SqlClient | SyncSchedule> =>
  Layer.effect(Erasures, make(region))
