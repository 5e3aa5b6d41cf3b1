import { Row } from "@tributary/core"
import { Schema } from "effect"
import { AwsInstant } from "../instant.js"

const Texts = Row.nullish(Schema.Array(Schema.String))
const Line = Row.nullish(Schema.Int)

/** A virtual machine: https://docs.aws.amazon.com/inspector/v2/APIReference/API_AwsEc2InstanceDetails.html */
const Machine = Row.nullish(Schema.Struct({ ipV4Addresses: Texts, platform: Row.text }))

const image = { registry: Row.text, repositoryName: Row.text, imageTags: Texts, platform: Row.text }

/** The resource of a finding: https://docs.aws.amazon.com/inspector/v2/APIReference/API_Resource.html */
export const InspectorResource = Schema.Struct({
  id: Schema.String,
  type: Row.text,
  details: Row.nullish(
    Schema.Struct({
      awsEc2Instance: Machine,
      // The names of the fields for other clouds: https://docs.aws.amazon.com/inspector/v2/APIReference/API_ResourceDetails.html
      vm: Machine,
      awsEcrContainerImage: Row.nullish(Schema.Struct({ ...image, imageHash: Row.text })),
      image: Row.nullish(Schema.Struct({ ...image, imageDigest: Row.text })),
      codeRepository: Row.nullish(Schema.Struct({ projectName: Row.text }))
    })
  )
})
export interface InspectorResource extends Schema.Schema.Type<typeof InspectorResource> {}

/** A score of CVSS by one source: https://docs.aws.amazon.com/inspector/v2/APIReference/API_CvssScore.html */
export const InspectorCvss = Schema.Struct({
  baseScore: Row.nullish(Schema.Number),
  scoringVector: Row.text,
  source: Row.text,
  version: Row.text
})
export interface InspectorCvss extends Schema.Schema.Type<typeof InspectorCvss> {}

/** A package that has the vulnerability: https://docs.aws.amazon.com/inspector/v2/APIReference/API_VulnerablePackage.html */
export const InspectorPackage = Schema.Struct({
  name: Schema.String,
  version: Row.text,
  packageManager: Row.text,
  fixedInVersion: Row.text,
  remediation: Row.text
})
export interface InspectorPackage extends Schema.Schema.Type<typeof InspectorPackage> {}

/** A finding: https://docs.aws.amazon.com/inspector/v2/APIReference/API_Finding.html */
export const InspectorFinding = Schema.Struct({
  findingArn: Schema.String,
  type: Row.text,
  title: Row.text,
  description: Row.text,
  severity: Row.text,
  status: Row.text,
  firstObservedAt: AwsInstant,
  lastObservedAt: AwsInstant,
  updatedAt: AwsInstant,
  fixAvailable: Row.text,
  epss: Row.nullish(Schema.Struct({ score: Row.nullish(Schema.Number) })),
  inspectorScoreDetails: Row.nullish(
    Schema.Struct({ adjustedCvss: Row.nullish(Schema.Struct({ cvssSource: Row.text, version: Row.text })) })
  ),
  remediation: Row.nullish(
    Schema.Struct({ recommendation: Row.nullish(Schema.Struct({ text: Row.text, Url: Row.text })) })
  ),
  resources: Row.nullish(Schema.Array(InspectorResource)),
  packageVulnerabilityDetails: Row.nullish(
    Schema.Struct({
      vulnerabilityId: Row.text,
      relatedVulnerabilities: Texts,
      source: Row.text,
      sourceUrl: Row.text,
      referenceUrls: Texts,
      vendorSeverity: Row.text,
      vendorCreatedAt: AwsInstant,
      vendorUpdatedAt: AwsInstant,
      cvss: Row.nullish(Schema.Array(InspectorCvss)),
      vulnerablePackages: Row.nullish(Schema.Array(InspectorPackage))
    })
  ),
  networkReachabilityDetails: Row.nullish(
    Schema.Struct({
      openPortRange: Row.nullish(Schema.Struct({ begin: Line, end: Line })),
      protocol: Row.text
    })
  ),
  codeVulnerabilityDetails: Row.nullish(
    Schema.Struct({
      detectorId: Row.text,
      detectorName: Row.text,
      referenceUrls: Texts,
      filePath: Row.nullish(Schema.Struct({ filePath: Row.text, startLine: Line, endLine: Line }))
    })
  )
})
export interface InspectorFinding extends Schema.Schema.Type<typeof InspectorFinding> {}
