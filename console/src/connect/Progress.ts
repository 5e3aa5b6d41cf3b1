import type {
  ConnectProblem,
  ConnectSessionConnection,
  DataExportType,
  ExportStatus
} from "../api/schemas.generated.js"

/** How far a type of data is. */
export type Stage = "waiting" | "running" | "ready" | "failing"

/** A type of data, how far it is, and how many records of it there are. */
export interface TypeProgress {
  /** The type of data. */
  readonly type: DataExportType
  /** How far it is. */
  readonly stage: Stage
  /** Records that are read so far, or stored; null if nothing is known. */
  readonly count: number | null
  /** What keeps it from being read, as the customer should know it. */
  readonly problems: ReadonlyArray<ConnectProblem>
}

/**
 * How the reading stands: it is still to come or goes on, everything has been read, something could not be, or nothing is read because the
 * connection is paused or the operator has stopped the connector.
 */
export type Standing = "reading" | "complete" | "partly" | "paused" | "stopped"

/** How far a connection is. */
export interface Progress {
  /** One entry for each type that is read. */
  readonly types: ReadonlyArray<TypeProgress>
  /** What keeps all types that are not ready from being read, if they are several, or a stop if all are ready; it is said once. */
  readonly problems: ReadonlyArray<ConnectProblem>
  /** How the reading stands. */
  readonly standing: Standing
}

const storedOf = ({ records }: ExportStatus): number => records.reduce((sum, { total }) => sum + total, 0)

const stageOf = (status: ExportStatus, isRunning: boolean, knowsFailures: boolean): Stage => {
  if (isRunning || status.state === "RUNNING") return "running"
  if (status.state === "FAILING") return knowsFailures ? "failing" : "waiting"
  return status.state === "NEVER" ? "waiting" : "ready"
}

/** Whether a problem keeps a type of data, and not only some of its fields, from being read. */
export const concerns = ({ affected }: ConnectProblem, type: DataExportType): boolean =>
  affected.some(({ data_export_type, fields }) => fields.length === 0 && (data_export_type ?? type) === type)

/** Whether a problem is no finding of a job, and so is not older than the credentials. */
const isPresent = ({ reason }: ConnectProblem): boolean => reason === "CONNECTOR_STOPPED"

const standingOf = (
  { current_job, has_read, state }: ConnectSessionConnection,
  { isRead, isStopped }: { readonly isRead: boolean; readonly isStopped: boolean }
): Standing => {
  if (current_job !== null) return "reading"
  if (state === "PAUSED") return "paused"
  if (isStopped) return "stopped"
  if (!has_read) return "reading"
  return isRead ? "complete" : "partly"
}

/** How far the reading is that begins with what the session has stored. `isRenewal` says whether the connection may have had problems before. */
export const make = (connection: ConnectSessionConnection, isRenewal: boolean): Progress => {
  const { current_job, data_exports, has_read } = connection
  const knowsFailures = has_read || !isRenewal
  const known = knowsFailures ? connection.problems : connection.problems.filter(isPresent)
  const types = data_exports.map((status): TypeProgress => {
    const type = status.data_export_type
    const job = current_job?.data_exports.find(({ data_export_type }) => data_export_type === type)
    const isRunning = job !== undefined && !job.is_finished && job.reading.length > 0
    const stage = stageOf(status, isRunning, knowsFailures)
    const counts = {
      waiting: () => null,
      running: () => job?.seen ?? null,
      ready: () => storedOf(status),
      failing: () => null
    }
    // What an earlier job has found is over while another one reads.
    const isOver = stage === "ready" || (stage === "running" && has_read)
    return {
      type,
      stage,
      count: counts[stage](),
      problems: isOver ? [] : known.filter((problem) => concerns(problem, type))
    }
  })
  const unread = types.filter(({ stage }) => stage !== "ready")
  const shared = known.filter((problem) => unread.every((type) => type.problems.includes(problem)))
  // A stop keeps types that are ready from being read again, so it counts whatever their stages are.
  const said = unread.length === 0 ? shared.filter(isPresent) : shared
  // The one type that is not ready says its own.
  const problems = unread.length === 1 ? [] : said
  return {
    types: types.map((type) => ({ ...type, problems: type.problems.filter((each) => !problems.includes(each)) })),
    problems,
    standing: standingOf(connection, { isRead: unread.length === 0, isStopped: known.some(isPresent) })
  }
}
