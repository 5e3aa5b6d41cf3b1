// history: what happens in one run of the simulation, as plain data that can be generated, shrunk and told.
import type { Strike } from "../vendor/Fault.js"
import type { VendorShape } from "../vendor/SimulatedConnector.js"

/** A change at the vendor. `pick` chooses one of the rows that exist, counted around; nothing happens if there is none. */
export type Change =
  | { readonly _tag: "Insert"; readonly list: number; readonly row: number }
  /** The list and its changes show the new row only some minutes later, but say that it is as old as it is. */
  | { readonly _tag: "InsertLate"; readonly list: number; readonly row: number; readonly minutes: number }
  | { readonly _tag: "Remove"; readonly list: number; readonly pick: number }
  /** A row leaves and another one comes at the same instant, such as a device that is enrolled again. */
  | { readonly _tag: "Replace"; readonly list: number; readonly pick: number; readonly row: number }
  | { readonly _tag: "Edit"; readonly list: number; readonly pick: number }
  | { readonly _tag: "AddChild"; readonly pick: number; readonly child: number }
  | { readonly _tag: "RemoveChild"; readonly pick: number; readonly child: number }
  | { readonly _tag: "Name"; readonly pick: number; readonly owner: number | null }
  | { readonly _tag: "Answer"; readonly pick: number }
  | {
      readonly _tag: "Defect"
      readonly list: number
      readonly pick: number
      readonly defect: "none" | "unreadable" | "nameless"
    }
  | { readonly _tag: "Twice"; readonly list: number; readonly pick: number }
  | { readonly _tag: "Clear"; readonly list: number }
  /** The vendor refuses all questions about rows with this status from now on; null if it answers them again. */
  | { readonly _tag: "Permit"; readonly status: number | null }

/** The doors through which a process reaches the outside: requests to the vendor, and calls to the database. */
export type Door = "request" | "call"

/** What goes wrong with a call to the database. */
export type Trouble =
  /** The database cannot be reached. */
  | "unavailable"
  /** The transaction is committed, but the connection breaks before the process learns of it. */
  | "lostAnswer"
  /** The database refuses. */
  | "refused"

/** What ends or disturbs a run from outside. */
export type Blow =
  /** The process gives the run up in an orderly way. */
  | "interrupt"
  /** The process dies before, or right after, the request or call. */
  | "kill"
  | "killAfter"
  /** The process freezes, another one runs the job to its end, and then the first one continues. */
  | "takeover"
  /** An operator pauses the connection. */
  | "pause"
  /** The customer enters credentials of the other tenant. */
  | "otherTenant"
  /** The customer replaces the token; the vendor refuses the old one. */
  | "newToken"
  /** An operator confirms or dismisses the deletions that wait. */
  | "confirm"
  | "dismiss"

/** Somebody sets a clock. Durations do not depend on it. */
export interface ClockChange {
  /** The clock of all processes, or that of the database; the vendor's is always right. */
  readonly clock: "processes" | "database"
  /** How many hours it is ahead of the right time from now on; 0 puts it right. */
  readonly hoursAhead: -1 | 0 | 24
}

/** Something that happens while a job runs. Requests and calls are counted from 0. */
export type Happening =
  | ({ readonly _tag: "Strike" } & Strike)
  | { readonly _tag: "Change"; readonly at: number; readonly change: Change }
  | { readonly _tag: "Trouble"; readonly at: number; readonly times: number; readonly trouble: Trouble }
  | { readonly _tag: "Blow"; readonly door: Door; readonly at: number; readonly blow: Blow }
  | ({ readonly _tag: "Clock"; readonly door: Door; readonly at: number } & ClockChange)

/** One step of a history. */
export type Step =
  | { readonly _tag: "Change"; readonly change: Change }
  | {
      readonly _tag: "Run"
      /** How many jobs run one after another, each with all happenings. */
      readonly times: number
      /** Someone asks for a full scan so many minutes before each job; null, or absent, if they run when they are due. */
      readonly everyMinutes?: number | null
      /** Whether the vendor takes so long for each answer that a job reads only some pages. */
      readonly isSlow: boolean
      readonly happenings: ReadonlyArray<Happening>
    }
  | { readonly _tag: "Wait"; readonly hours: number }
  | ({ readonly _tag: "Clock" } & ClockChange)
  | { readonly _tag: "Credentials"; readonly isOtherTenant: boolean }
  | { readonly _tag: "Confirm" }
  | { readonly _tag: "Dismiss" }
  | { readonly _tag: "Pause" }
  | { readonly _tag: "Resume" }
  | { readonly _tag: "Restart" }

/** One history. */
export interface History {
  readonly vendor: VendorShape
  /** How many rows each list has at the beginning. */
  readonly rows: number
  /** Decides how long each request and call takes. */
  readonly pace: number
  readonly steps: ReadonlyArray<Step>
}
