export * as Exchange from "./Exchange.js"
export * as Redaction from "./Redaction.js"
