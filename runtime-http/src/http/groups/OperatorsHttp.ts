import type { HttpApiGroup } from "@effect/platform"
import { RecordKind } from "@tributary/core"
import { Effect, type Layer } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { MAX_CONNECTIONS, type OperatorActionFilter } from "../../api/parts/OperatorActionBody.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import { AccountUsage } from "../../store/accounts/AccountUsage.js"
import type { OffsetPage } from "../../store/accounts/Organizations.js"
import { ConnectionActions } from "../../store/operators/ConnectionActions.js"
import * as ConnectionFilter from "../../store/operators/ConnectionFilter.js"
import { ConnectionOverview, type SeenConnection } from "../../store/operators/ConnectionOverview.js"
import { ServiceOverview } from "../../store/operators/ServiceOverview.js"
import { RecordQuery } from "../../store/read/RecordQuery.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as Status from "../parts/ConnectionStatus.js"
import * as OperatorViews from "../parts/OperatorViews.js"
import * as ReadFailure from "../parts/ReadFailure.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Auth from "../server/access/Auth.js"
import * as Handlers from "../server/Handlers.js"
import { inBody } from "../server/request/ValidationErrors.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"

const envelope = <A>({ items, total }: OffsetPage<A>) => ({ count: items.length, total, items })

const pageOf = ({ limit, offset }: { readonly limit: number; readonly offset?: number }) => ({
  limit,
  offset: offset ?? 0
})

/** Vendors are named in upper case. */
const vendorOf = (vendor: string | undefined): string | undefined => vendor?.toUpperCase()

const ownedOf = ({ account_id, vendor }: { readonly account_id?: string; readonly vendor?: string }) => ({
  accountId: account_id,
  vendor: vendorOf(vendor)
})

const filterOf = ({ connection_ids, reason, ...owned }: OperatorActionFilter): ConnectionFilter.ConnectionFilter => ({
  ...ownedOf(owned),
  reasons: reason === undefined ? undefined : [reason],
  ids: connection_ids
})

const everyConnection = Errors.make("InvalidParameter", {
  detail: [
    inBody({
      path: ["filter"],
      msg: "The filter is empty. Name a vendor, an account, a reason or connections, or send all: true to mean every connection of every account.",
      type: "missing"
    })
  ]
})

const connectionNotFound = Errors.make("ConnectionNotFound", {
  message: "Connection not found. Check its id; GET /v1/operator/connections lists the connections of all accounts."
})

/** All records of a kind, as their lists show them without parameters. */
const whole = {
  includes: [],
  onRequest: [],
  updatedSince: null,
  ids: null,
  filters: [],
  periods: [],
  related: [],
  wantsTotal: true
} as const

/** Handles the endpoints below `/operator`; `scanTiming` says when full scans are made. */
export const layer = (
  scanTiming: Status.ScanTiming
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "operators">,
  never,
  AccountUsage | ConnectionActions | ConnectionOverview | ConnectorRegistry | RecordQuery | ServiceOverview
> =>
  Handlers.group(TributaryApi, "operators", (handlers) =>
    Effect.gen(function* () {
      const actions = yield* ConnectionActions
      const connections = yield* ConnectionOverview
      const overview = yield* ServiceOverview
      const registry = yield* ConnectorRegistry
      const usage = yield* AccountUsage
      const query = yield* RecordQuery

      const explained = (kind: RecordKind.Any) => (error: ReadFailure.ReadFailure) =>
        error._tag === "ConnectionNotFound"
          ? connectionNotFound
          : ReadFailure.toApiError(registry, { includes: {}, kind })(error)

      const withStatus = (seen: SeenConnection) => {
        const status = Status.make(seen.facts, registry.get(seen.facts.vendor), scanTiming)
        return { connection: OperatorViews.connection(seen, status), status }
      }

      return handlers
        .handle("getOperatorStatus", () => Failure.toApiErrors(Effect.map(overview.status, OperatorViews.status)))
        .handle("listOperatorConnections", ({ urlParams }) => {
          const { failing, owner, reason, stale_secs, state } = urlParams
          const filter = {
            ...ownedOf(urlParams),
            reasons: reason,
            owners: owner,
            states: state,
            isFailing: failing,
            staleSecs: stale_secs
          }
          return connections.list(filter, pageOf(urlParams)).pipe(
            Effect.map(({ items, total }) =>
              envelope({ total, items: items.map((seen) => withStatus(seen).connection) })
            ),
            Failure.toApiErrors
          )
        })
        .handle("getOperatorConnection", ({ path }) =>
          Effect.gen(function* () {
            const { items } = yield* connections.list({ ids: [path.connection_id] }, { limit: 1, offset: 0 })
            const [seen] = items
            return seen === undefined ? yield* connectionNotFound : withStatus(seen)
          }).pipe(Failure.toApiErrors)
        )
        .handle("listOperatorAccounts", ({ urlParams }) =>
          Effect.gen(function* () {
            const { items, total } = yield* usage.page(pageOf(urlParams))
            const failing = yield* overview.failingOf(items.map(({ accountId }) => accountId))
            return envelope({
              total,
              items: items.map(({ accountId: id, connections, name, organizations, records }) => ({
                id,
                name,
                organizations,
                connections,
                records,
                failing: failing.get(id) ?? 0
              }))
            })
          }).pipe(Failure.toApiErrors)
        )
        .handle("listOperatorJobs", ({ urlParams }) => {
          const { since_secs: sinceSecs, status: statuses } = urlParams
          const found = overview.jobs({ ...ownedOf(urlParams), sinceSecs, statuses }, pageOf(urlParams))
          return Failure.toApiErrors(Effect.map(found, envelope))
        })
        .handle("getOperatorProcesses", () => Failure.toApiErrors(overview.processes))
        .handle("listOperatorHeldBackDeletions", ({ urlParams }) =>
          overview.heldBack(ownedOf(urlParams), pageOf(urlParams)).pipe(
            Effect.map(({ missing, ...page }) => ({ ...envelope(page), missing })),
            Failure.toApiErrors
          )
        )
        .handle("countOperatorRecords", ({ urlParams }) => Failure.toApiErrors(overview.records(ownedOf(urlParams))))
        .handle("listOperatorOutboundJobs", ({ urlParams }) =>
          Failure.toApiErrors(Effect.map(overview.outboundJobs(ownedOf(urlParams), pageOf(urlParams)), envelope))
        )
        .handle("listOperatorFreshness", ({ urlParams }) => Failure.toApiErrors(overview.freshness(ownedOf(urlParams))))
        .handle("listOperatorConnectionRecords", ({ path, request, urlParams }) =>
          Effect.gen(function* () {
            const { connection_id, record_kind } = path
            const kind = RecordKind.table[record_kind]
            if (kind === undefined) return yield* Effect.dieMessage("The path named no kind of record.")
            const read = query.list({
              ...whole,
              claim: Auth.operatorClaimOf(request, connection_id),
              kind,
              limit: urlParams.limit,
              start: { _tag: "Offset", offset: urlParams.offset ?? 0 }
            })
            const { value: page } = yield* Effect.catchAll(read, explained(kind))
            if (page.isCut) return yield* ReadFailure.pageTooLarge(urlParams.limit, page.count)
            yield* Failure.toApiErrors(connections.noteRead(connection_id, kind.name))
            return Answer.fromText(RecordHandlers.offsetEnvelope(page).join(","), 200, {})
          })
        )
        .handle("actOnOperatorConnections", ({ payload }) =>
          Effect.gen(function* () {
            const filter = filterOf(payload.filter)
            if (ConnectionFilter.isEmpty(filter) && payload.all !== true) return yield* everyConnection
            return yield* actions.run(yield* Auth.operator, {
              name: payload.action,
              filter,
              after: payload.after ?? null,
              limit: MAX_CONNECTIONS,
              isDry: payload.dry_run ?? false
            })
          }).pipe(Failure.toApiErrors)
        )
    })
  )
