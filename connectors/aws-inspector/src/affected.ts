import type { Records } from "@tributary/core"
import type { InspectorFinding, InspectorResource } from "./rows/finding.js"
import { packagesOf, platformOf, portOf, protocolOf, resourceOf } from "./weakness.js"

const imageOf = ({ details }: InspectorResource): Records.AffectedImage | null => {
  const image = details?.awsEcrContainerImage ?? details?.image ?? null
  if (image === null || image.repositoryName === null) return null
  return {
    name: image.registry === null ? image.repositoryName : `${image.registry}/${image.repositoryName}`,
    tag: image.imageTags?.[0] ?? null,
    digest: "imageHash" in image ? image.imageHash : image.imageDigest
  }
}

const codeOf = (finding: InspectorFinding): Records.AffectedCode | null => {
  const file = finding.codeVulnerabilityDetails?.filePath ?? null
  const project = resourceOf(finding)?.details?.codeRepository?.projectName ?? null
  if (file === null && project === null) return null
  return {
    repository: project === null ? null : { name: project, url: null },
    file_path: file?.filePath ?? null,
    start_line: file?.startLine ?? null,
    end_line: file?.endLine ?? null
  }
}

/** What has the weakness: the code, the image, the system and the package that the finding names. */
export const affectedOf = (finding: InspectorFinding): Records.AffectedResource => {
  const resource = resourceOf(finding)
  const platform = resource === null ? null : platformOf(resource)
  const [affected] = packagesOf(finding)
  return {
    affected_code: codeOf(finding),
    affected_image: resource === null ? null : imageOf(resource),
    affected_os: platform === null ? null : { name: platform, version: null },
    affected_package:
      affected === undefined
        ? null
        : { name: affected.name, version: affected.version, ecosystem: affected.packageManager },
    port: portOf(finding),
    protocol: protocolOf(finding),
    service: null
  }
}
