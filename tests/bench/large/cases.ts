import type { Case } from "../Case.js"
import { largeGrowth } from "./LargeGrowth.js"
import { largePages } from "./LargePages.js"

/** What `--large` runs. */
export const largeCases: ReadonlyArray<Case> = [largePages, largeGrowth]
