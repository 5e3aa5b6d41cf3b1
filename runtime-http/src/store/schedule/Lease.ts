import { Data } from "effect"

/** Another run owns the connection now, or it was paused or deleted: this run's writes are refused. */
export class StaleFence extends Data.TaggedError("StaleFence")<{ readonly connectionId: string }> {}

/** The right to run one connection's job: taken by claiming its schedule row, void as soon as the fence moves. */
export interface Lease {
  readonly connectionId: string
  readonly fence: number
  readonly timeoutSecs: number
}
