/**
 * Replays recorded exchanges, says what became of each field, and plays vendors that change: for programs that need no test runner.
 *
 * @module @tributary/core/replay
 */

export { PLANTED_SECRET } from "../run/TestCredentials.js"
export * as Sandbox from "../sandbox/Sandbox.js"
export * as ScriptedVendor from "../vendor/ScriptedVendor.js"
export * as AnswerText from "./AnswerText.js"
export * as Exchange from "./Exchange.js"
export * as ExchangeReplies from "./ExchangeReplies.js"
export * as MappingReport from "./MappingReport.js"
export * as Redaction from "./Redaction.js"
export * as Replay from "./Replay.js"
