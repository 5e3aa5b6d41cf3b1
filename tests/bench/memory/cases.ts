import type { Case } from "../Case.js"
import { syncMemoryCase } from "./SyncMemoryCase.js"

/** What a process needs at most. */
export const memoryCases: ReadonlyArray<Case> = [syncMemoryCase]
