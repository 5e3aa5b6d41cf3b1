/** When a run starts no further test, in seconds since 1970; without it, a run goes on until all its tests have run. */
const until = Number(process.env["TEST_UNTIL"] || Number.POSITIVE_INFINITY)

/** A test may set its own clock. */
const { now } = Date

export const isOver = (): boolean => now() >= until * 1_000

/** The one test of a file that is not loaded any more. */
export const LEFT_OUT = "is left out, because the time of the run was over before its turn (TEST_UNTIL)"
