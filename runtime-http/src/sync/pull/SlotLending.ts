import { MonotonicTime } from "@tributary/core"
import { Duration, Effect } from "effect"
import type { JobSlot } from "./JobSlot.js"

/**
 * Lends the slot of a job to other jobs while the job waits for its vendor, so that vendors that hang, answer slowly or ask for pauses do
 * not take the slots of all jobs, and so that long jobs take turns. The job takes a slot again before it does anything with the answer.
 */
export interface SlotLending {
  /** Sends a request; returns its result when the job has a slot. */
  readonly request: <A, E, R>(send: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Does work that needs the slot. */
  readonly work: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** How many milliseconds the job has waited for a slot so far. Its time limit does not count them: other jobs are the reason. */
  readonly waited: Effect.Effect<number>
  /** Lends the slot whenever the job waits for long; runs beside the job until it is interrupted. */
  readonly watch: Effect.Effect<never>
}

/** A job waits for its vendor if it has done nothing else for this long; most answers take less than a second. */
export const PATIENCE = Duration.seconds(15)

/** The same, if another job should have the slot. */
export const PATIENCE_WHEN_ASKED = Duration.seconds(1)

/** How long a job that does not wait keeps a slot that another job should have. */
export const TURN = Duration.minutes(1)

/** For a job whose slot nobody else needs. */
export const none: SlotLending = {
  request: (send) => send,
  work: (self) => self,
  waited: Effect.succeed(0),
  watch: Effect.never
}

/** Lends this slot. */
export const make = (slot: JobSlot): Effect.Effect<SlotLending> =>
  Effect.map(MonotonicTime.millis, (begun) => {
    const patience = Duration.toMillis(PATIENCE)
    const turnMillis = Duration.toMillis(TURN)
    // One fiber of the job takes the slot for all of them.
    const taking = Effect.unsafeMakeSemaphore(1)
    let requests = 0
    let works = 0
    /** When something last happened besides waiting. */
    let lastNews = begun
    /** When the job last got its slot. */
    let heldSince = begun
    /** Whether the last request took long: then the next one probably takes long too, so the slot is lent at once. */
    let isSlow = false
    let waitedBefore = 0
    let waitsSince: number | null = null

    const take = Effect.gen(function* () {
      waitsSince = yield* MonotonicTime.millis
      const end = Effect.map(MonotonicTime.millis, (now) => {
        waitedBefore += now - (waitsSince ?? now)
        waitsSince = null
        heldSince = now
      })
      yield* Effect.ensuring(slot.take, end)
    })
    const regain = Effect.gen(function* () {
      if (!slot.isHeld()) yield* taking.withPermits(1)(Effect.suspend(() => (slot.isHeld() ? Effect.void : take)))
      lastNews = yield* MonotonicTime.millis
    })

    const onlyWaits = () => requests > 0 && works === 0 && slot.isHeld()

    const request: SlotLending["request"] = (send) =>
      Effect.gen(function* () {
        const sentAt = yield* MonotonicTime.millis
        requests += 1
        if (requests === 1) lastNews = sentAt
        const isTurnOver = slot.isAsked() && sentAt - heldSince >= turnMillis
        if ((isSlow || isTurnOver) && requests === 1 && onlyWaits()) slot.release()
        const exit = yield* Effect.ensuring(
          Effect.exit(send),
          Effect.sync(() => {
            requests -= 1
          })
        )
        isSlow = (yield* MonotonicTime.millis) - sentAt >= patience
        yield* regain
        return yield* exit
      })

    const work: SlotLending["work"] = (self) =>
      Effect.suspend(() => {
        works += 1
        const end = Effect.map(MonotonicTime.millis, (now) => {
          works -= 1
          lastNews = now
        })
        return Effect.ensuring(Effect.zipRight(regain, self), end)
      })

    /** Lends the slot if the job has waited for long. Other jobs can ask for it at any time, so it looks often. */
    const look = Effect.map(MonotonicTime.millis, (now) => {
      const limit = slot.isAsked() ? PATIENCE_WHEN_ASKED : PATIENCE
      return now - lastNews >= Duration.toMillis(limit) && onlyWaits() && slot.release()
    })
    const watch: Effect.Effect<never> = Effect.flatMap(Effect.delay(look, PATIENCE_WHEN_ASKED), () => watch)

    const waited = Effect.map(
      MonotonicTime.millis,
      (now) => waitedBefore + (waitsSince === null ? 0 : now - waitsSince)
    )

    return { request, work, waited, watch }
  })
