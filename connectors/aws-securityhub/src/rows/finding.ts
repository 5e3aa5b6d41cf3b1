import { Row } from "@tributary/core"
import { Schema } from "effect"
import { common, JsonObject, Text } from "../finding.js"

/** A resource of a finding: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_Resource.html */
export const AwsResource = Schema.Struct({
  Id: Schema.String,
  Type: Text,
  Region: Text,
  Partition: Text,
  Tags: Row.nullish(JsonObject),
  Details: Row.nullish(JsonObject)
})
export interface AwsResource extends Schema.Schema.Type<typeof AwsResource> {}

/** A finding in the AWS Security Finding Format: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_AwsSecurityFinding.html */
export const AwsSecurityFinding = Schema.Struct({
  ...common,
  ProductName: Text,
  CompanyName: Text,
  AwsAccountName: Text,
  GeneratorId: Text,
  ProductFields: Row.nullish(JsonObject),
  FindingProviderFields: Row.nullish(JsonObject),
  UserDefinedFields: Row.nullish(JsonObject),
  Note: Row.nullish(JsonObject),
  SourceUrl: Text,
  Confidence: Row.nullish(Schema.Number),
  Criticality: Row.nullish(Schema.Number),
  Vulnerabilities: Row.nullish(Schema.Array(JsonObject)),
  Resources: Schema.NonEmptyArray(AwsResource),
  Compliance: Row.nullish(
    Schema.Struct({
      Status: Text,
      SecurityControlId: Text,
      AssociatedStandards: Row.nullish(Schema.Array(Schema.Struct({ StandardsId: Schema.String }))),
      RelatedRequirements: Row.nullish(Schema.Array(Schema.String)),
      StatusReasons: Row.nullish(Schema.Array(Schema.Struct({ ReasonCode: Text, Description: Text })))
    })
  )
})
export interface AwsSecurityFinding extends Schema.Schema.Type<typeof AwsSecurityFinding> {}
