import type { Case } from "./Case.js"
import { jobCases } from "./jobs/cases.js"
import { largeCases } from "./large/cases.js"
import { memoryCases } from "./memory/cases.js"
import { deepPage } from "./read/DeepPage.js"
import { readCases } from "./read/readings.js"
import { watchedPage } from "./read/WatchedPage.js"
import { stageCases } from "./stages/cases.js"
import { textCase } from "./text/TextCase.js"
import { syncCases } from "./write/cases.js"

/** All cases, in the order in which they run. */
export const cases: ReadonlyArray<Case> = [
  ...stageCases,
  textCase,
  ...readCases,
  deepPage,
  watchedPage,
  ...syncCases,
  ...jobCases,
  ...memoryCases,
  ...largeCases
]
