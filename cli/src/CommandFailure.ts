import { Data } from "effect"

/** The exit codes of a command that does not succeed: something that it was asked to do failed, or it is not written as it must be. */
export const exitCodes = { FAILED: 1, WRONG_USAGE: 2 } as const

/** A command that cannot be carried out. */
export class CommandFailure extends Data.TaggedError("CommandFailure")<{
  /** Which exit code the command ends with. */
  readonly reason: keyof typeof exitCodes
  /** What is wrong and what to do, in sentences; empty if the command has already printed it. */
  readonly message: string
}> {}

/** What a connector threw, in words that follow the name of what threw it. */
export const thrown = (cause: unknown): string =>
  `threw ${cause instanceof Error ? `${cause.name}: ${cause.message}` : "a value"}`
