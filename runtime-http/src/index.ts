/**
 * Runs connectors on Postgres and serves their records over HTTP.
 *
 * @module @tributary/runtime-http
 */
export * as Runtime from "./Runtime.js"
export * as RuntimeConfig from "./RuntimeConfig.js"
export * as Keys from "./store/accounts/ApiKeys.js"
export * as OperatorKeys from "./store/accounts/OperatorKeys.js"
export * as DeletionDecisions from "./store/jobs/DeletionDecisions.js"
export * as RecordStore from "./store/write/RecordStore.js"
export * as Scheduler from "./sync/schedule/Scheduler.js"
export { defineConfig, type TributaryConfig } from "./TributaryConfig.js"
export * as ConnectorRegistry from "./vendor/ConnectorRegistry.js"
