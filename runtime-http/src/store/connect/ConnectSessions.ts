// store/connect: the links with which customers connect their tools, and the sessions of those who have opened them.

import { randomUUID } from "node:crypto"
import type { DataExportType } from "@tributary/core"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import type { ConnectSession } from "../../api/parts/ConnectSessionBody.js"
import { SqlClient, type SqlError } from "../../Sql.js"
import type { AccountScope } from "../accounts/AccessScope.js"
import { DEFAULT_REGION } from "../accounts/ApiKeys.js"
import * as KeyTable from "../accounts/KeyTable.js"
import { type OffsetPage, OrganizationNotFound } from "../accounts/Organizations.js"
import * as Ownership from "../accounts/Ownership.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUuid } from "../postgres/RecordTable.js"
import {
  type AdmittedRow,
  type AdmittedSession,
  admittedColumns,
  type ConnectSessionRow,
  columns as columnsOfRow,
  EXPIRED,
  outcomeColumns,
  type SessionOutcome,
  toAdmitted,
  toConnectSession
} from "./ConnectSessionRow.js"
import * as SessionToken from "./SessionToken.js"

export { AdmittedSession, type SessionConsent, type SessionOutcome } from "./ConnectSessionRow.js"
export type { TokenKind } from "./SessionToken.js"

/** The link does not exist, or is of an organization that the key may not see; a caller cannot tell which. */
export class ConnectSessionNotFound extends Data.TaggedError("ConnectSessionNotFound") {}

/** There is no such link or session, it was revoked, or the token is another one; a caller cannot tell which. */
export class InvalidConnectSession extends Data.TaggedError("InvalidConnectSession") {}

/** The link or the session has expired, which only the holder of its token learns. */
export class ExpiredConnectSession extends Data.TaggedError("ExpiredConnectSession") {}

/** The link was opened before, by another opener. */
export class ConnectLinkOpened extends Data.TaggedError("ConnectLinkOpened") {}

/** The session has stored a connection already, or has ended. */
export class ConnectSessionUsed extends Data.TaggedError("ConnectSessionUsed") {}

/** As many checks of credentials have failed in the session as may. */
export class TooManyFailedChecks extends Data.TaggedError("TooManyFailedChecks") {}

/** Why a token gives no access. */
export type RefusedSession = InvalidConnectSession | ExpiredConnectSession | ConnectLinkOpened

/** For how many seconds a session lasts. */
export const SESSION_SECS = 3_600

/** How many checks of credentials may fail in a session: whoever has the link could otherwise try stolen ones with it. */
export const MAX_FAILED_CHECKS = 20

/** For how many days a link is kept after it, or its session, has ended. */
export const KEPT_DAYS = 7

/** What a link is made for. */
export interface NewSession {
  /** The vendors to choose from; empty for all. */
  readonly vendors: ReadonlyArray<string>
  /** The connection whose credentials are renewed; null for a new one. */
  readonly connectionId: string | null
  /** The reference of the new connection; null for none. */
  readonly identifier: string | null
  /** The types of data to choose from; null for any. */
  readonly dataExportTypes: ReadonlyArray<DataExportType> | null
  readonly returnUrl: string | null
  /** Seconds for which the link can be opened. */
  readonly lifetimeSecs: number
}

/** A link that was just made. The store keeps only a hash of its token. */
export interface MadeSession {
  readonly session: ConnectSession
  readonly token: Redacted.Redacted
}

/** A session that was just opened. */
export interface OpenedSession {
  readonly token: Redacted.Redacted
  /** In ISO 8601. */
  readonly expiresAt: string
}

/** Links with which customers connect their tools. */
export class ConnectSessions extends Context.Tag("@tributary/runtime-http/ConnectSessions")<
  ConnectSessions,
  {
    /** The caller has checked that the organization has the connection. */
    readonly create: (
      scope: AccountScope,
      organizationId: string,
      values: NewSession
    ) => Effect.Effect<MadeSession, OrganizationNotFound | SqlError>
    /** Oldest first. */
    readonly list: (
      scope: AccountScope,
      organizationId: string,
      page: { readonly limit: number; readonly offset: number }
    ) => Effect.Effect<OffsetPage<ConnectSession>, OrganizationNotFound | SqlError>
    readonly get: (
      scope: AccountScope,
      organizationId: string,
      sessionId: string
    ) => Effect.Effect<ConnectSession, ConnectSessionNotFound | SqlError>
    /** Ends the link and its session, and the link of a consent that the session waits for; nothing happens if they were revoked before. */
    readonly revoke: (
      scope: AccountScope,
      organizationId: string,
      sessionId: string
    ) => Effect.Effect<void, ConnectSessionNotFound | SqlError>
    /**
     * Whether a link or session with this token gave access during the last seconds, or a link to whoever has opened it; costs the same for any
     * number of guesses.
     */
    readonly isKnown: (token: Redacted.Redacted, opener: string | null) => Effect.Effect<boolean, SqlError>
    /** The session of a token. */
    readonly admit: (
      sessionId: string,
      token: Redacted.Redacted
    ) => Effect.Effect<AdmittedSession, RefusedSession | SqlError>
    /** The link of a token that was not opened yet, or by the same opener: a text that only they know who open it; null for any. */
    readonly admitLink: (
      sessionId: string,
      token: Redacted.Redacted,
      opener: string | null
    ) => Effect.Effect<AdmittedSession, RefusedSession | SqlError>
    /** Opens a link. Of several at once only one succeeds, unless they have the same opener: those all get the same session. */
    readonly open: (link: AdmittedSession) => Effect.Effect<OpenedSession, ConnectLinkOpened | SqlError>
    /** Counts a check as one that fails, until `clearCheck`: so at most as many are under way together as may fail. */
    readonly beginCheck: (session: AdmittedSession) => Effect.Effect<void, TooManyFailedChecks | SqlError>
    /** Takes back what `beginCheck` has counted, because the check has not failed. */
    readonly clearCheck: (session: AdmittedSession) => Effect.Effect<void, SqlError>
    /**
     * Uses a session up with what stores its connection, in one transaction: only one of several at once succeeds, and a session whose
     * connection could not be stored can be used again. If the connection has a consent, the session waits for the next one from then on, and gives a
     * link of its own for it, which ends all others.
     */
    readonly connect: <A extends { readonly id: string }, E, R>(
      session: AdmittedSession,
      store: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, ConnectSessionUsed | E | SqlError, R>
    /** What came of a session. Read it after the connection: a link that the connection had then is that of the session if it still awaits a consent. */
    readonly outcomeOf: (session: AdmittedSession) => Effect.Effect<SessionOutcome, InvalidConnectSession | SqlError>
  }
>() {}

/** Which hash is that of a token. */
const hashColumn: Readonly<Record<SessionToken.TokenKind, string>> = { link: "link_hash", session: "token_hash" }

/** Stores links and sessions of the accounts of one region. */
export const make = (
  region: string = DEFAULT_REGION
): Effect.Effect<ConnectSessions["Type"], never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(columnsOfRow)
    const expired = sql.literal(EXPIRED)

    const checkOrganization = (scope: AccountScope, organizationId: string, lock = "") =>
      Effect.gen(function* () {
        if (!isUuid(organizationId)) return yield* new OrganizationNotFound()
        const rows = yield* sql`
          select 1 from organization
          where id = ${organizationId} and ${Ownership.isOwn(sql, scope, Ownership.ofOrganization)} and deleted_at is null
          ${sql.literal(lock)}`
        if (rows.length === 0) return yield* new OrganizationNotFound()
      })

    const create: ConnectSessions["Type"]["create"] = (scope, organizationId, values) =>
      Effect.gen(function* () {
        // The lock keeps the organization from being deleted before the new row is visible to that deletion.
        yield* checkOrganization(scope, organizationId, "for share")
        const [id, token] = [randomUUID(), SessionToken.ofLink()]
        const { connectionId, dataExportTypes, identifier, lifetimeSecs, returnUrl, vendors } = values
        const [row] = yield* sql<ConnectSessionRow>`
          insert into connect_session (
            id, account_id, organization_id, connection_id, is_reconnect, vendors, identifier, data_export_types, return_url, link_hash,
            expires_at
          )
          values (
            ${id}, ${scope.accountId}, ${organizationId}, ${connectionId}, ${connectionId !== null}, ${JSON.stringify(vendors)}, ${identifier},
            ${dataExportTypes === null ? null : JSON.stringify(dataExportTypes)}, ${returnUrl}, ${KeyTable.hashOf(token)},
            clock_timestamp() + make_interval(secs => ${lifetimeSecs})
          )
          returning ${columns}`
        if (row === undefined) return yield* Effect.dieMessage("The new link was not returned.")
        yield* AuditTrail.note(sql, {
          action: "connect_session.create",
          accountId: scope.accountId,
          organizationId,
          resourceId: id
        })
        return { session: toConnectSession(row), token: Redacted.make(token) }
      }).pipe(sql.withTransaction)

    const list: ConnectSessions["Type"]["list"] = (scope, organizationId, { limit, offset }) =>
      Effect.gen(function* () {
        yield* checkOrganization(scope, organizationId)
        const rows = yield* sql<ConnectSessionRow>`
          select ${columns} from connect_session where organization_id = ${organizationId}
          order by connect_session.created_at, id
          limit ${limit} offset ${offset}`
        const [count] = yield* sql<{ readonly total: number }>`
          select count(*) as total from connect_session where organization_id = ${organizationId}`
        return { items: rows.map(toConnectSession), total: count?.total ?? 0 }
      })

    const owned = (scope: AccountScope, organizationId: string, sessionId: string) => sql`
      connect_session.id = ${sessionId}
        and organization_id in (
          select id from organization
          where id = ${organizationId} and ${Ownership.isOwn(sql, scope, Ownership.ofOrganization)} and deleted_at is null
        )`

    const get: ConnectSessions["Type"]["get"] = (scope, organizationId, sessionId) =>
      Effect.gen(function* () {
        if (!isUuid(organizationId) || !isUuid(sessionId)) return yield* new ConnectSessionNotFound()
        const [row] = yield* sql<ConnectSessionRow>`
          select ${columns} from connect_session where ${owned(scope, organizationId, sessionId)}`
        return row === undefined ? yield* new ConnectSessionNotFound() : toConnectSession(row)
      })

    const revoke: ConnectSessions["Type"]["revoke"] = (scope, organizationId, sessionId) =>
      Effect.gen(function* () {
        const { id } = yield* get(scope, organizationId, sessionId)
        const revoked = yield* sql`
          update connect_session set revoked_at = clock_timestamp()
          where id = ${id} and revoked_at is null
          returning 1`
        if (revoked.length === 0) return
        // The link that the session has given, unless it has ended already; a session that only expires leaves it as it is.
        yield* sql`
          update consent set link = link + 1
          from connect_session as session
          where session.id = ${id} and consent.connection_id = session.connection_id and link = consent_link`
        yield* AuditTrail.note(sql, {
          action: "connect_session.revoke",
          accountId: scope.accountId,
          organizationId,
          resourceId: id
        })
      }).pipe(sql.withTransaction)

    const known = yield* KeyTable.knownWith(sql`
      select coalesce(token_hash, link_hash) as hash from connect_session where revoked_at is null and not ${expired}`)

    const isKnown: ConnectSessions["Type"]["isKnown"] = (token, opener) =>
      Effect.gen(function* () {
        const text = Redacted.value(token)
        if (!SessionToken.isToken(text)) return false
        if (yield* known(text)) return true
        // Only the token of the session is known of a link that is open.
        return opener !== null && (yield* known(Redacted.value(SessionToken.ofSession(token, opener))))
      })

    const found = (kind: SessionToken.TokenKind, sessionId: string, token: Redacted.Redacted) =>
      Effect.gen(function* () {
        const text = Redacted.value(token)
        if (!SessionToken.isToken(text) || !isUuid(sessionId)) return yield* new InvalidConnectSession()
        const [row] = yield* sql<AdmittedRow>`
          ${sql.literal(`/* connect_${kind}_by_hash */`)}
          select ${sql.literal(admittedColumns)}
          from
            connect_session
            join organization on organization.id = connect_session.organization_id and deleted_at is null
            join account on account.id = connect_session.account_id and region = ${region}
          where
            connect_session.id = ${sessionId}
            and ${sql.literal(hashColumn[kind])} = ${KeyTable.hashOf(text)}
            and revoked_at is null`
        return row ?? (yield* new InvalidConnectSession())
      })

    const admit: ConnectSessions["Type"]["admit"] = (sessionId, token) =>
      Effect.gen(function* () {
        const row = yield* found("session", sessionId, token)
        return row.is_expired ? yield* new ExpiredConnectSession() : toAdmitted(row)
      })

    const admitLink: ConnectSessions["Type"]["admitLink"] = (sessionId, token, opener) =>
      Effect.gen(function* () {
        const row = yield* found("link", sessionId, token)
        const opened = SessionToken.ofSession(token, opener)
        const isOther = row.token_hash !== null && !KeyTable.hashOf(Redacted.value(opened)).equals(row.token_hash)
        if (isOther) return yield* new ConnectLinkOpened()
        return row.is_expired ? yield* new ExpiredConnectSession() : toAdmitted(row, opened)
      })

    const note = (
      { id, organizationId, scope: { accountId } }: AdmittedSession,
      action: "connect_session.open" | "connect_session.connect",
      connection: { readonly connectionId?: string } = {}
    ) => AuditTrail.note(sql, { action, accountId, organizationId, resourceId: id, ...connection })

    const open: ConnectSessions["Type"]["open"] = (link) =>
      Effect.gen(function* () {
        const { opens } = link
        if (opens === null) return yield* Effect.dieMessage("A session that is open cannot be opened.")
        const tokenHash = KeyTable.hashOf(Redacted.value(opens))
        const begun = yield* sql<{ readonly expires_at: Date }>`
          update connect_session
          set
            token_hash = ${tokenHash}, begun_at = clock_timestamp(),
            expires_at = clock_timestamp() + make_interval(secs => ${SESSION_SECS})
          where id = ${link.id} and token_hash is null and revoked_at is null and not ${expired}
          returning expires_at`
        if (begun.length > 0) yield* note(link, "connect_session.open")
        const same = sql<{ readonly expires_at: Date }>`
          select expires_at from connect_session where id = ${link.id} and token_hash = ${tokenHash} and revoked_at is null`
        const [row] = begun.length > 0 ? begun : yield* same
        if (row === undefined) return yield* new ConnectLinkOpened()
        return { token: opens, expiresAt: row.expires_at.toISOString() }
      }).pipe(sql.withTransaction)

    const beginCheck: ConnectSessions["Type"]["beginCheck"] = ({ id }) =>
      Effect.flatMap(
        sql`
          update connect_session set failed_checks = failed_checks + 1
          where id = ${id} and failed_checks < ${MAX_FAILED_CHECKS}::int
          returning 1`,
        (rows) => (rows.length === 0 ? new TooManyFailedChecks() : Effect.void)
      )

    const clearCheck: ConnectSessions["Type"]["clearCheck"] = ({ id }) =>
      Effect.asVoid(sql`update connect_session set failed_checks = failed_checks - 1 where id = ${id}`)

    const connect: ConnectSessions["Type"]["connect"] = (session, store) =>
      Effect.gen(function* () {
        // First, so that another request of the session waits here, and then finds it used.
        const used = yield* sql`
          update connect_session set connected_at = clock_timestamp()
          where id = ${session.id} and connected_at is null and revoked_at is null and not ${expired}
          returning 1`
        if (used.length === 0) return yield* new ConnectSessionUsed()
        const stored = yield* store
        // A consent that the customer gives from here on counts, and why an earlier visit gave none is over.
        yield* sql`
          with
            awaited as (
              update consent set problem = null, link = link + 1 where connection_id = ${stored.id}
              returning granted, link
            )
          update connect_session
          set
            connection_id = ${stored.id}, consents_before = (select granted from awaited),
            consent_link = (select link from awaited)
          where id = ${session.id}`
        yield* note(session, "connect_session.connect", { connectionId: stored.id })
        return stored
      }).pipe(sql.withTransaction)

    const outcomeOf: ConnectSessions["Type"]["outcomeOf"] = ({ id }) =>
      Effect.flatMap(
        sql<SessionOutcome>`select ${sql.literal(outcomeColumns)} from connect_session where id = ${id}`,
        ([outcome]) => (outcome === undefined ? new InvalidConnectSession() : Effect.succeed(outcome))
      )

    return ConnectSessions.of({
      create,
      list,
      get,
      revoke,
      isKnown,
      admit,
      admitLink,
      open,
      beginCheck,
      clearCheck,
      connect,
      outcomeOf
    })
  })

/** Links and sessions of the accounts of one region. */
export const layerIn = (region: string): Layer.Layer<ConnectSessions, never, SqlClient.SqlClient> =>
  Layer.effect(ConnectSessions, make(region))
