import { Deferred, Effect, FiberId } from "effect"
import type { DueConnection } from "../../store/schedule/SyncSchedule.js"
import type { JobSlot } from "../pull/JobSlot.js"

/** The slot of a job from its start to its end. */
export interface OpenSlot extends JobSlot {
  /** The job has ended. */
  readonly close: () => void
}

/**
 * Shares the job slots of this process fairly.
 *
 * A free slot goes to the account whose jobs have the fewest slots; of those, first to a job that lent its slot while it waited, then to
 * the connection that has been due longest. One account may take all slots: if others have none then, there are a few more for them, and
 * its jobs are asked to pass theirs on. Jobs that have done so, and wait for a slot again, take turns with the others of their account.
 */
export interface JobSlots {
  /** Whether any job may start now. */
  readonly hasRoom: () => boolean
  /** How many slots the jobs of each account have. */
  readonly held: () => ReadonlyMap<string, number>
  /** A slot for a job of the account that starts now; null if it has to wait. */
  readonly open: (accountId: string) => OpenSlot | null
  /** Gives slots to jobs that wait for theirs; returns the due connections whose jobs may start. `due` begins with the longest due. */
  readonly deal: (due: ReadonlyArray<DueConnection>) => ReadonlyArray<DueConnection>
}

/** For each four slots there is one more, for accounts that have none while another one has several. */
const SLOTS_PER_SPARE = 4
/** So many jobs for each slot may wait without one, because their requests and answers take memory; half of them of one account. */
const WAITING_PER_SLOT = 16

/** A job that waits to get a slot again. */
interface Waiting {
  readonly accountId: string
  readonly grant: () => void
}

/** Shares this many slots. */
export const make = (slots: number): JobSlots => {
  const spare = Math.ceil(slots / SLOTS_PER_SPARE)
  const maxLent = slots * WAITING_PER_SLOT
  const held = new Map<string, number>()
  const lent = new Map<string, number>()
  const line = new Set<Waiting>()
  /** By account, who should have slots of its jobs instead. */
  const asked = new Map<string, Array<Waiting | DueConnection>>()
  /** How many slots jobs have passed on that are not dealt yet. */
  let given = 0

  const add = (counts: Map<string, number>, accountId: string, change: number) => {
    const count = (counts.get(accountId) ?? 0) + change
    if (count === 0) counts.delete(accountId)
    else counts.set(accountId, count)
  }
  const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)
  const isSpareOpen = (counts: ReadonlyMap<string, number>) =>
    total(counts) < slots + spare && [...counts.values()].some((count) => count > 1)
  const mayTake = (counts: ReadonlyMap<string, number>, accountId: string) =>
    total(counts) < slots || (!counts.has(accountId) && isSpareOpen(counts))

  const open: JobSlots["open"] = (accountId) => {
    if (!mayTake(held, accountId)) return null
    add(held, accountId, 1)
    let state: "held" | "lent" | "closed" = "held"

    const become = (next: typeof state) => {
      if (state === "held") add(held, accountId, -1)
      if (state === "lent") add(lent, accountId, -1)
      if (next === "held") add(held, accountId, 1)
      if (next === "lent") add(lent, accountId, 1)
      state = next
    }
    const take = Effect.suspend(() => {
      if (state !== "lent") return Effect.void
      if (line.size === 0 && given === 0 && mayTake(held, accountId)) {
        become("held")
        return Effect.void
      }
      const granted = Deferred.unsafeMake<void>(FiberId.none)
      const waiting: Waiting = {
        accountId,
        grant: () => {
          become("held")
          Deferred.unsafeDone(granted, Effect.void)
        }
      }
      line.add(waiting)
      return Effect.ensuring(
        Deferred.await(granted),
        Effect.sync(() => line.delete(waiting))
      )
    })
    return {
      isHeld: () => state === "held",
      isAsked: () => (asked.get(accountId)?.length ?? 0) > 0,
      release: () => {
        if (state !== "held") return state === "lent"
        if (total(lent) >= maxLent || (lent.get(accountId) ?? 0) >= maxLent / 2) return false
        become("lent")
        const heir = asked.get(accountId)?.shift()
        if (heir !== undefined && "grant" in heir) {
          // An exchange, however many jobs have slots now.
          if (line.delete(heir)) heir.grant()
        } else if (heir !== undefined) given += 1
        return true
      },
      take,
      close: () => {
        if (state !== "closed") become("closed")
      }
    }
  }

  /** Asks accounts for slots that the applicants should have instead: those of an account with more jobs, or of other jobs of the same account. */
  const ask = (counts: Map<string, number>, applicants: ReadonlyArray<Waiting | DueConnection>) => {
    asked.clear()
    given = 0
    const jobsOf = ({ accountId }: Waiting | DueConnection) => counts.get(accountId) ?? 0
    const poorestFirst = applicants.toSorted((one, other) => jobsOf(one) - jobsOf(other))
    for (const applicant of poorestFirst.slice(0, slots)) {
      const { accountId } = applicant
      const jobs = jobsOf(applicant)
      const [[richest, most] = [accountId, 0]] = [...counts].toSorted(([, a], [, b]) => b - a)
      // An account without jobs gets its turn in any case; others only if the exchange makes the difference smaller.
      const isPoorer = most > (jobs === 0 ? 0 : jobs + 1)
      if (!isPoorer && !("grant" in applicant)) continue
      const giver = isPoorer ? richest : accountId
      asked.set(giver, [...(asked.get(giver) ?? []), applicant])
      add(counts, giver, -1)
      add(counts, accountId, 1)
    }
  }

  const deal: JobSlots["deal"] = (due) => {
    const counts = new Map(held)
    const applicants: Array<Waiting | DueConnection> = [...line, ...due]
    const starting: Array<DueConnection> = []
    for (;;) {
      let next = applicants[0]
      for (const applicant of applicants) {
        if (next !== undefined && (counts.get(applicant.accountId) ?? 0) < (counts.get(next.accountId) ?? 0))
          next = applicant
      }
      if (next === undefined || !mayTake(counts, next.accountId)) {
        ask(counts, applicants)
        return starting
      }
      applicants.splice(applicants.indexOf(next), 1)
      add(counts, next.accountId, 1)
      if ("connectionId" in next) starting.push(next)
      else {
        line.delete(next)
        next.grant()
      }
    }
  }

  return { hasRoom: () => total(held) < slots || isSpareOpen(held), held: () => held, open, deal }
}
