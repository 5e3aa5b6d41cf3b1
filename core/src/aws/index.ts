/**
 * Credentials, regions, signed requests and errors of Amazon Web Services: for connectors to any of its services.
 *
 * @module @tributary/core/aws
 */

export * as AwsCredentials from "./AwsCredentials.js"
export * as AwsErrors from "./AwsErrors.js"
export * as AwsRegions from "./AwsRegions.js"
export * as AwsSignature from "./AwsSignature.js"
