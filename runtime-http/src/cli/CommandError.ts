import { Data } from "effect"

/** A command that cannot be carried out; the message tells the operator what to do. */
export class CommandError extends Data.TaggedError("CommandError")<{
  readonly message: string
  /** With which code the process exits; 1 by default. */
  readonly exitCode?: number
}> {}
