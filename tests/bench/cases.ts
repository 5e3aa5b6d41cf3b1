import type { Case } from "./Case.js"

/** All cases, in the order in which they run. */
export const cases: ReadonlyArray<Case> = []
