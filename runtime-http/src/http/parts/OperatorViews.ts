import { type ConnectionStatus, Problem } from "@tributary/core"
import type { OperatorConnection, OperatorStatus } from "../../api/parts/OperatorBodies.js"
import type { SeenConnection } from "../../store/operators/ConnectionOverview.js"
import type { Overview } from "../../store/operators/ServiceOverview.js"

const longest = (numbers: ReadonlyArray<number>): number | null => (numbers.length === 0 ? null : Math.max(...numbers))

/** Within how many seconds the slowest list of a connection shows what happened in the source tool; null if none is known. */
const withinSecs = ({ data_exports }: ConnectionStatus): number | null =>
  longest(
    data_exports.flatMap(({ change_detection }) =>
      change_detection.flatMap(({ changes, deletions, late_changes }) => [
        changes.within_secs,
        deletions.within_secs,
        late_changes.within_secs
      ])
    )
  )

const lastSuccessAt = ({ data_exports }: ConnectionStatus): string | null => {
  const instants = data_exports.map(({ last_success_at }) => last_success_at)
  return instants.includes(null) ? null : (instants.toSorted()[0] ?? null)
}

/** A connection as an operator sees it, with the status that its account sees. */
export const connection = (seen: SeenConnection, status: ConnectionStatus): OperatorConnection => ({
  id: seen.id,
  account_id: seen.accountId,
  account_name: seen.accountName,
  organization_id: seen.organizationId,
  organization_name: seen.organizationName,
  vendor: seen.facts.vendor,
  identifier: seen.identifier,
  state: status.state,
  health: seen.health,
  problems: status.problems,
  last_job: status.last_sync,
  current_job: status.current_job,
  next_run_at: status.next_run_at,
  last_success_at: lastSuccessAt(status),
  within_secs: withinSecs(status),
  created_at: seen.createdAt
})

const needing = {
  CUSTOMER: "the customer",
  VENDOR: "a vendor",
  SERVICE: "you"
} as const

const owners = ["CUSTOMER", "VENDOR", "SERVICE"] as const

const need = (count: number): string => (count === 1 ? "needs" : "need")

const counted = (count: number): string => (count === 1 ? "1 connection" : `${count} connections`)

/** Who must act on how many connections. One connection may need several. */
const needsOf = ({ failing, owners: byOwner }: Pick<Overview, "failing" | "owners">): string => {
  const waiting = owners.flatMap((owner) => {
    const count = byOwner[owner] ?? 0
    return count === 0 ? [] : [{ owner, count }]
  })
  const [first, ...others] = waiting
  if (first === undefined) return "No connection has a problem."
  if (others.length === 0) return `${counted(first.count)} ${need(first.count)} ${needing[first.owner]}.`
  const each = waiting.map(({ count, owner }) => `${count} ${need(count)} ${needing[owner]}`)
  return `${counted(failing)} ${failing === 1 ? "has a problem" : "have problems"}: ${each.join(", ")}.`
}

/** What an operator reads first: who has to act, and what stands still. */
const summaryOf = (overview: Overview): string => {
  const isHeld = overview.stops.some(({ vendor }) => vendor === "*")
  const stopped = overview.stops.filter(({ vendor }) => vendor !== "*").length
  return [
    ...(isHeld ? ["The installation is held."] : []),
    needsOf(overview),
    ...(stopped === 0 ? [] : [stopped === 1 ? "1 connector is stopped." : `${stopped} connectors are stopped.`])
  ].join(" ")
}

/** The state of the service as the API shows it. */
export const status = (overview: Overview): OperatorStatus => ({
  ...overview,
  summary: summaryOf(overview),
  owners: {
    CUSTOMER: overview.owners["CUSTOMER"] ?? 0,
    VENDOR: overview.owners["VENDOR"] ?? 0,
    SERVICE: overview.owners["SERVICE"] ?? 0
  },
  reasons: overview.reasons.map((each) => ({ ...each, resolution_owner: Problem.ownerOf(each.reason) }))
})
