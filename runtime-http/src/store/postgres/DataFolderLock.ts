import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Data, Duration, Effect, Schedule } from "effect"

/** Another process uses the data folder, or the lock file cannot be written. */
export class DataFolderLockError extends Data.TaggedError("DataFolderLockError")<{
  readonly message: string
  /** Whether to wait and retry: the owner of the holder is dead, so the holder is about to exit too. */
  readonly isTransient: boolean
  readonly cause?: unknown
}> {}

/** Identifies a process; the start time distinguishes it from a later process with the same pid. */
interface ProcessStamp {
  readonly pid: number
  readonly started: string
}

/** The content of the lock file. */
interface Lock {
  /** The process that works on the folder. */
  readonly holder: ProcessStamp
  /** The process that has started the holder. */
  readonly owner: ProcessStamp
}

/** How often to look whether a holder whose owner has died has exited, and how many times: for four seconds. */
const EXIT_CHECK = Duration.millis(100)
const EXIT_CHECKS = 40

/**
 * Takes the lock file on behalf of the process `pid`, and takes over a lock whose holder is dead.
 *
 * Systems reuse pids (in a container nearly always), so the start time of the holder must match too, on systems with /proc.
 */
export const acquire = (file: string, pid: number): Effect.Effect<void, DataFolderLockError> =>
  Effect.retry(tryAcquire(file, { holder: stamp(pid), owner: stamp(process.pid) }), {
    while: (error) => error.isTransient,
    schedule: Schedule.intersect(Schedule.spaced(EXIT_CHECK), Schedule.recurs(EXIT_CHECKS))
  })

/** Removes the lock file if `pid` holds it. */
export const release = (file: string, pid: number): Effect.Effect<void> =>
  Effect.sync(() => {
    if (read(file)?.holder.pid === pid) {
      rmSync(file, { force: true })
    }
  })

const tryAcquire = (file: string, lock: Lock) =>
  Effect.suspend(() => {
    const mine = `${file}.${lock.holder.pid}`
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      // Written to another file and then linked, so that no process ever reads an incomplete lock.
      writeFileSync(mine, JSON.stringify(lock))
      const other = read(file)
      if (other !== undefined && !isAlive(other.holder)) {
        discard(file, mine, other)
      }
      linkSync(mine, file)
      return Effect.void
    } catch (cause) {
      return Effect.fail(failure(file, cause))
    } finally {
      removeIfThere(mine)
    }
  })

/** What makes this fail, such as a folder that is a file, has already failed the lock, which says it better. */
const removeIfThere = (file: string): void => {
  try {
    rmSync(file, { force: true })
  } catch {}
}

const failure = (file: string, cause: unknown): DataFolderLockError => {
  // ENOENT: another process has removed the dead lock first.
  const contended = isCode(cause, "EEXIST") || isCode(cause, "ENOENT")
  if (!contended) {
    return new DataFolderLockError({
      message: `The lock file ${file} cannot be written: ${String(cause)}. Make sure that this process may write to the data folder.`,
      isTransient: false,
      cause
    })
  }
  const other = read(file)
  return new DataFolderLockError({
    message:
      `Another Tributary process (pid ${other?.owner.pid ?? "unknown"}) uses the data folder ${dirname(file)}. ` +
      "Stop it, or set TRIBUTARY_DATA_DIR to another folder for this process.",
    isTransient: other === undefined || !isAlive(other.owner)
  })
}

/** Removes a dead lock, unless another process has already replaced it with its own. */
const discard = (file: string, mine: string, dead: Lock): void => {
  const aside = `${mine}.old`
  renameSync(file, aside)
  const taken = read(aside)
  if (taken !== undefined && JSON.stringify(taken) !== JSON.stringify(dead)) {
    linkSync(aside, file)
  }
  rmSync(aside, { force: true })
}

const read = (file: string): Lock | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Lock
  } catch (cause) {
    // A power failure leaves an incomplete file, so no process holds the lock.
    return isCode(cause, "ENOENT") ? undefined : { holder: nobody, owner: nobody }
  }
}

const nobody: ProcessStamp = { pid: 0, started: "" }

const stamp = (pid: number): ProcessStamp => ({ pid, started: procStat(pid)?.started ?? "" })

const isAlive = (process_: ProcessStamp): boolean => {
  if (process_.pid <= 0) {
    return false
  }
  try {
    process.kill(process_.pid, 0)
  } catch (cause) {
    return isCode(cause, "EPERM")
  }
  const stat = procStat(process_.pid)
  if (stat === undefined || process_.started === "") {
    return true
  }
  return stat.state !== "Z" && stat.started === process_.started
}

/** State and start time, where /proc exists; see proc(5), fields 3 and 22. */
const procStat = (pid: number): { readonly state: string; readonly started: string } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The second field is the program's name in parentheses, which may hold spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    return { state: fields[0] ?? "", started: fields[19] ?? "" }
  } catch {
    return undefined
  }
}

const isCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && "code" in cause && cause.code === code
