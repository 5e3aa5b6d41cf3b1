/**
 * The test kit for connectors: scripted vendors, every fault that real vendors produce, and what a connector promises.
 *
 * @module @tributary/core/testing
 */
export * as ConnectorReadme from "./ConnectorReadme.js"
export * as ConnectorTest from "./ConnectorTest.js"
export * as Exchange from "./replay/Exchange.js"
export * as Redaction from "./replay/Redaction.js"
export * as ScriptedIssuer from "./vendor/ScriptedIssuer.js"
export * as ScriptedVendor from "./vendor/ScriptedVendor.js"
