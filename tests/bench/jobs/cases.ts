import type { Case } from "../Case.js"
import { dueCase } from "./DueCase.js"
import { idleCase } from "./IdleCase.js"

/** What jobs cost besides their records, and what waiting for them costs. */
export const jobCases: ReadonlyArray<Case> = [idleCase, dueCase]
