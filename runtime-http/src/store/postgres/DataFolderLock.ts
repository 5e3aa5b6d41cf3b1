import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Data, Duration, Effect, Schedule } from "effect"

/** Somebody else works on the data folder, or the lock could not be written. */
export class DataFolderLockError extends Data.TaggedError("DataFolderLockError")<{
  readonly message: string
  /** The holder's owner is dead, so that the holder is about to go, too: waiting helps. */
  readonly passing: boolean
  readonly cause?: unknown
}> {}

/** One process as the operating system knows it; the start tells it from a later one with the same number. */
interface ProcessStamp {
  readonly pid: number
  readonly started: string
}

interface Lock {
  readonly holder: ProcessStamp
  readonly owner: ProcessStamp
}

/** How long a process whose owner died may take to go away. */
const passingTime = Duration.seconds(4)

/**
 * Takes the lock file in the name of the process `pid`.
 *
 * A lock whose holder is dead is taken over. Process numbers repeat (in a container nearly always), so the start time counts as well where
 * the system tells it.
 */
export const acquire = (file: string, pid: number): Effect.Effect<void, DataFolderLockError> =>
  Effect.retry(tryAcquire(file, { holder: stamp(pid), owner: stamp(process.pid) }), {
    while: (error) => error.passing,
    schedule: Schedule.spaced(Duration.millis(100)).pipe(Schedule.upTo(passingTime))
  })

/** Gives the lock file back if `pid` holds it. */
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
      // Written aside and linked, so that nobody ever reads half a lock.
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
      rmSync(mine, { force: true })
    }
  })

const failure = (file: string, cause: unknown): DataFolderLockError => {
  // ENOENT: another process took the dead lock away first.
  const contended = isCode(cause, "EEXIST") || isCode(cause, "ENOENT")
  if (!contended) {
    return new DataFolderLockError({
      message: `Cannot write the lock file ${file}: ${String(cause)}`,
      passing: false,
      cause
    })
  }
  const other = read(file)
  return new DataFolderLockError({
    message:
      `Another Tributary process (pid ${other?.owner.pid ?? "unknown"}) uses the data folder ${dirname(file)}. ` +
      "Stop it, or give this one another data folder.",
    passing: other === undefined || !isAlive(other.owner)
  })
}

/** Takes a dead lock away, unless another process did so first and its fresh lock stands there by now. */
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
    // Half a file is what a power failure leaves, so nobody holds it.
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
