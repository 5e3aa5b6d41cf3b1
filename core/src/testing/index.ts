export * as ConnectorReadme from "./ConnectorReadme.js"
export * as ConnectorTest from "./ConnectorTest.js"
export * as ScriptedVendor from "./vendor/ScriptedVendor.js"
