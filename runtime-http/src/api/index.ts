/**
 * The contract of the HTTP API, without code that serves it.
 *
 * @module @tributary/runtime-http/api
 */
export { AppsecApi } from "./groups/AppsecApi.js"
export { ConfigurationApi } from "./groups/ConfigurationApi.js"
export * from "./groups/ConnectorsApi.js"
export { CspmApi } from "./groups/CspmApi.js"
export { EdrApi } from "./groups/EdrApi.js"
export { EntitiesApi } from "./groups/EntitiesApi.js"
export { IdpApi } from "./groups/IdpApi.js"
export { ItsmApi } from "./groups/ItsmApi.js"
export { OperatorsApi } from "./groups/OperatorsApi.js"
export { OutboundJobsApi } from "./groups/OutboundJobsApi.js"
export * from "./groups/ProvisioningApi.js"
export { VmsApi } from "./groups/VmsApi.js"
export * from "./OpenApi.js"
export * from "./parts/ConnectionBody.js"
export * as Errors from "./parts/Errors.js"
export { ApiError } from "./parts/Errors.js"
export * as KeyScopes from "./parts/KeyScopes.js"
export * as ListParameters from "./parts/ListParameters.js"
export * as Parameter from "./parts/Parameter.js"
export * as RecordEndpoints from "./parts/RecordEndpoints.js"
export * from "./parts/Security.js"
export * from "./parts/TicketBody.js"
export * from "./parts/WebhookBody.js"
export * from "./TributaryApi.js"
