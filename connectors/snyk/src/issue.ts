import { Row } from "@tributary/core"
import { Schema } from "effect"

const Flag = Row.nullish(Schema.Boolean)
const Place = Row.nullish(Schema.Struct({ line: Row.nullish(Schema.Number) }))

const Representation = Schema.Struct({
  dependency: Row.nullish(Schema.Struct({ package_name: Schema.String, package_version: Row.text })),
  sourceLocation: Row.nullish(
    Schema.Struct({
      file: Row.text,
      commit_id: Row.text,
      region: Row.nullish(Schema.Struct({ start: Place, end: Place }))
    })
  ),
  cloud_resource: Row.nullish(
    Schema.Struct({ resource: Row.nullish(Schema.Struct({ id: Row.text, native_id: Row.text, name: Row.text })) })
  ),
  resourcePath: Row.text
})
interface Representation extends Schema.Schema.Type<typeof Representation> {}

/** An issue: https://docs.snyk.io/snyk-api/reference/issues#get-orgs-org_id-issues */
export const SnykIssue = Schema.Struct({
  id: Schema.String,
  attributes: Schema.Struct({
    title: Row.text,
    type: Row.text,
    key: Row.text,
    description: Row.text,
    effective_severity_level: Row.text,
    status: Row.text,
    ignored: Flag,
    created_at: Row.text,
    tool: Row.text,
    resolution: Row.nullish(Schema.Struct({ resolved_at: Row.text })),
    classes: Row.nullish(Schema.Array(Schema.Struct({ id: Schema.String, source: Row.text }))),
    problems: Row.nullish(
      Schema.Array(
        Schema.Struct({ id: Schema.String, source: Row.text, type: Row.text, url: Row.text, disclosed_at: Row.text })
      )
    ),
    severities: Row.nullish(
      Schema.Array(
        Schema.Struct({ source: Row.text, score: Row.nullish(Schema.Number), vector: Row.text, version: Row.text })
      )
    ),
    coordinates: Row.nullish(
      Schema.Array(
        Schema.Struct({
          state: Row.text,
          is_fixable_snyk: Flag,
          is_fixable_upstream: Flag,
          is_patchable: Flag,
          is_pinnable: Flag,
          is_upgradeable: Flag,
          remedies: Row.nullish(Schema.Array(Schema.Struct({ type: Row.text, description: Row.text }))),
          representations: Row.nullish(Schema.Array(Representation))
        })
      )
    )
  }),
  relationships: Schema.Struct({
    scan_item: Schema.Struct({ data: Schema.Struct({ id: Schema.String, type: Schema.String }) })
  })
})
export interface SnykIssue extends Schema.Schema.Type<typeof SnykIssue> {}

/** The issues of the group or the organization: https://docs.snyk.io/snyk-api/reference/issues#get-groups-group_id-issues */
export const ISSUES = "/rest/{$level}/{$scope_id}/issues"

/** Whether somebody ignores an issue that is still there. */
export const isIgnored = ({ attributes }: SnykIssue): boolean =>
  attributes.status === "open" && attributes.ignored === true

/** The word of Snyk's web UI for an open issue that is ignored; the API has a flag for it. */
export const stateWordOf = (issue: SnykIssue): string | null => (isIgnored(issue) ? "ignored" : issue.attributes.status)

const orNull = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | null => (list.length === 0 ? null : list)

/** The problems of an issue, such as the vulnerabilities that it is. */
export const problemsOf = ({ attributes }: SnykIssue) => attributes.problems ?? []

const CVE = /^CVE-\d{4}-\d{4,}$/

const isCve = (id: string): boolean => CVE.test(id)

/**
 * The CVE ids among the problems, as the guide from the older API says.
 *
 * https://docs.snyk.io/snyk-api/api-end-of-life-eol-process-and-migration-guides/guides-to-migration/v1-reporting-issues-and-v1-aggregated-issues-apis-to-rest-issues-api-migration-guide
 */
export const cvesOf = (issue: SnykIssue) =>
  orNull(
    problemsOf(issue)
      .map(({ id }) => id)
      .filter(isCve)
  )

/** The ids of the other problems, such as those of Snyk's own database. */
export const advisoriesOf = (issue: SnykIssue) =>
  orNull(
    problemsOf(issue)
      .map(({ id }) => id)
      .filter((id) => !isCve(id))
  )

/** The CWE ids among the classes, which also name categories of rules and standards. */
export const cwesOf = ({ attributes }: SnykIssue) =>
  orNull((attributes.classes ?? []).filter(({ source }) => source === "CWE").map(({ id }) => id))

/** The coordinates, those that are still open first. */
const coordinatesOf = ({ attributes }: SnykIssue) => {
  const all = attributes.coordinates ?? []
  return [...all.filter(({ state }) => state !== "resolved"), ...all.filter(({ state }) => state === "resolved")]
}

const representationsOf = (issue: SnykIssue): ReadonlyArray<Representation> =>
  coordinatesOf(issue).flatMap(({ representations }) => representations ?? [])

/** The packages that have the issue, each with the version that was found. */
export const packagesOf = (issue: SnykIssue) =>
  representationsOf(issue).flatMap(({ dependency }) =>
    dependency === null ? [] : [{ name: dependency.package_name, version: dependency.package_version }]
  )

/** The first place in a file that has the issue. */
export const locationOf = (issue: SnykIssue): Representation["sourceLocation"] =>
  representationsOf(issue).find(({ sourceLocation }) => sourceLocation !== null)?.sourceLocation ?? null

/** The first resource of a cloud or a template that has the issue. */
export const resourceOf = (issue: SnykIssue) =>
  representationsOf(issue).find(({ cloud_resource }) => cloud_resource?.resource)?.cloud_resource?.resource ?? null

/** The first place that only Snyk can read. */
export const resourcePathOf = (issue: SnykIssue): string | null =>
  representationsOf(issue).find(({ resourcePath }) => resourcePath)?.resourcePath ?? null

/** Whether somebody offers a fix: what only the customer's own work mends does not count. */
export const isPatchable = (issue: SnykIssue): boolean | null => {
  const flags = coordinatesOf(issue).flatMap((each) => [
    each.is_fixable_snyk,
    each.is_fixable_upstream,
    each.is_patchable,
    each.is_pinnable,
    each.is_upgradeable
  ])
  const known = flags.filter((flag) => flag !== null)
  return known.length === 0 ? null : known.includes(true)
}

/** A remedy of this type says what a rule found, not what to do. */
const MESSAGE_OF_RULE = "rule_result_message"

/** What to do about an issue. */
export const remediationOf = (issue: SnykIssue): string | null => {
  const remedies = coordinatesOf(issue).flatMap(({ remedies }) => remedies ?? [])
  const texts = remedies.flatMap(({ description, type }) =>
    description === null || type === MESSAGE_OF_RULE ? [] : [description]
  )
  return texts.length === 0 ? null : [...new Set(texts)].join("\n\n")
}
