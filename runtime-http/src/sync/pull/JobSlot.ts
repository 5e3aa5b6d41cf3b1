import type { Effect } from "effect"

/** The slot of a job: its permission to work. A process has a fixed number of slots, and any number of connections. */
export interface JobSlot {
  /** Whether the job has its slot now. */
  readonly isHeld: () => boolean
  /** Whether another job should have the slot, if this one has had it for a while. */
  readonly isAsked: () => boolean
  /** Gives the slot to other jobs; false if the job keeps it, because too many jobs already wait without one. */
  readonly release: () => boolean
  /** Waits until the job has a slot again. */
  readonly take: Effect.Effect<void>
}
