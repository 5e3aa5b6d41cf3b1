import type { Case } from "../Case.js"
import { answerMemoryCase } from "./AnswerMemoryCase.js"
import { syncMemoryCase } from "./SyncMemoryCase.js"

/** What a process needs at most. */
export const memoryCases: ReadonlyArray<Case> = [answerMemoryCase, syncMemoryCase]
