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

/** How far a connection is. */
export interface Progress {
  /** One entry for each type that is read. */
  readonly types: ReadonlyArray<TypeProgress>
  /** Whether nothing more happens for now. */
  readonly isFinished: boolean
  /** Whether everything has been read. */
  readonly isComplete: boolean
}

const storedOf = ({ records }: ExportStatus): number => records.reduce((sum, { total }) => sum + total, 0)

const stageOf = (status: ExportStatus, isRunning: boolean, knowsFailures: boolean): Stage => {
  if (isRunning || status.state === "RUNNING") return "running"
  if (status.state === "FAILING") return knowsFailures ? "failing" : "waiting"
  return status.state === "NEVER" ? "waiting" : "ready"
}

const concerns = ({ affected }: ConnectProblem, type: DataExportType): boolean =>
  affected.some(({ data_export_type, fields }) => fields.length === 0 && (data_export_type ?? type) === type)

/**
 * How far the first reading is. Problems that are older than the stored credentials say nothing about them: until a job was seen, a type that
 * failed is waiting.
 */
export const make = (connection: ConnectSessionConnection, hasRead: boolean): Progress => {
  const { current_job, data_exports, phase, problems } = connection
  const known = hasRead && current_job === null ? problems : []
  const types = data_exports.map((status): TypeProgress => {
    const type = status.data_export_type
    const job = current_job?.data_exports.find(({ data_export_type }) => data_export_type === type)
    const isRunning = job !== undefined && !job.is_finished && job.reading.length > 0
    const stage = stageOf(status, isRunning, hasRead)
    const counts = {
      waiting: () => null,
      running: () => job?.seen ?? null,
      ready: () => storedOf(status),
      failing: () => null
    }
    return {
      type,
      stage,
      count: counts[stage](),
      problems: stage === "failing" ? known.filter((problem) => concerns(problem, type)) : []
    }
  })
  const isFinished =
    current_job === null &&
    (phase === "SYNCED" || phase === "FIRST_SYNC_INCOMPLETE") &&
    !types.some(({ stage }) => stage === "waiting")
  return { types, isFinished, isComplete: isFinished && types.every(({ stage }) => stage === "ready") }
}
