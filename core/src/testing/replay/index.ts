/**
 * Replays recorded exchanges, and says what became of each field: for programs that need no test runner.
 *
 * @module @tributary/core/replay
 */
export * as AnswerText from "./AnswerText.js"
export * as Exchange from "./Exchange.js"
export * as ExchangeReplies from "./ExchangeReplies.js"
export * as MappingReport from "./MappingReport.js"
export * as Redaction from "./Redaction.js"
export * as Replay from "./Replay.js"
