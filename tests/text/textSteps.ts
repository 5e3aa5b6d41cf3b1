import { answerSteps } from "./steps/answerSteps.js"
import { connectorSteps } from "./steps/connectorSteps.js"
import { decodingSteps } from "./steps/decodingSteps.js"
import { recordSteps } from "./steps/recordSteps.js"
import { requestSteps } from "./steps/requestSteps.js"
import type { TextStep } from "./TextStep.js"

export { recordingSteps } from "./steps/recordingSteps.js"

/**
 * Every synchronous step on a text from outside, with the texts that are worst for it. Add a row for each new step: a test holds that twice the
 * text costs at most 2.3 times the processor time, and `npm run bench` that a text holds the event loop for at most 50 ms.
 */
export const textSteps: ReadonlyArray<TextStep> = [
  ...decodingSteps,
  ...answerSteps,
  ...recordSteps,
  ...connectorSteps,
  ...requestSteps
]
