import { type Connector, Extractor, Pagination, VendorError } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { Stream } from "effect"
import { acme, groupList, groupReplies, groups, type Parts, type TagLookup } from "../../Acme.js"
import { type Broken, classifying, fields } from "./Broken.js"

const MEMBERS = "/groups/{id}/members"
const TAGS = "/groups/{id}/tags"

const scripted: ConnectorTest.Replies = Object.fromEntries(
  Object.entries(groupReplies).filter(([key]) => key.startsWith("GET /groups"))
)

const OPTIONAL: TagLookup = { isOptional: true, fields: ["types"] }

/** Groups alone, with their members and tags. */
const groupsAlone = (
  lookup: TagLookup,
  extractor = groups(undefined, lookup),
  more: Parts = {}
): Connector.Connector => ({
  ...acme(more),
  exports: { idp: [extractor] }
})

const broken = (name: string, check: string, connector: Connector.Connector): Broken => ({
  name,
  check,
  connector,
  replies: scripted
})

const outageAt = (endpoint: string, status: number): Parts =>
  classifying((answer) =>
    answer.endpoint === endpoint && answer.status === status
      ? new VendorError.ServerError(fields(status, endpoint))
      : null
  )

/** Takes a status of the lookup for an answer without tags. */
const absent = (status: number): TagLookup => ({
  pagination: { ...Pagination.none({ items: "tags" }), isAbsent: (error) => error.status === status }
})

const blind = groups()

const swallowing: Extractor.Extractor<"idp"> = {
  ...blind,
  pages: (request) =>
    Stream.catchAll(blind.pages(request), (error) =>
      error._tag === "ClientError" && error.endpoint === MEMBERS ? Stream.empty : Stream.fail(error)
    )
}

/** Groups of which a delta reads those that changed. */
const changed = Extractor.make({ ...groupList, since: (instant) => ({ since: instant }) })

const changedWithTags = Extractor.make({
  ...groupList,
  since: (instant) => ({ since: instant }),
  toRecord: (group, answers) => {
    if (answers.tags?.length === 0) throw new Error("no label")
    return groupList.toRecord(group, answers)
  }
})

/** Groups whose second one has a tag, too. */
const tagged: ConnectorTest.Replies = {
  ...scripted,
  "GET /groups/b/tags": { body: { tags: [{ label: "blue" }] } }
}

/** What concerns the lists below rows, and lookups. */
export const brokenGroups: ReadonlyArray<Broken> = [
  broken(
    "ignores a missing list below every row",
    `${MEMBERS}: 404 below every row means that the path is wrong`,
    groupsAlone(OPTIONAL, swallowing)
  ),
  broken(
    "takes a refusal of an optional lookup for an outage",
    `${TAGS}: 403 for every row costs only the lookup's fields, and no value that was read before`,
    groupsAlone(OPTIONAL, undefined, outageAt(TAGS, 403))
  ),
  broken(
    "takes a missing optional lookup for an empty answer",
    `${TAGS}: 404 for every row costs only the lookup's fields, and no value that was read before`,
    groupsAlone({ ...OPTIONAL, ...absent(404) })
  ),
  broken(
    "takes a refusal of a required lookup for an outage",
    `${TAGS}: 403 for every row fails the export, and nothing is written`,
    groupsAlone({}, undefined, outageAt(TAGS, 403))
  ),
  broken(
    "takes partial content of an optional lookup for an outage",
    "an answer with status 206 costs an optional lookup only its fields",
    groupsAlone(OPTIONAL, undefined, outageAt(TAGS, 206))
  ),
  broken(
    "takes an answer of an optional lookup that is not ready for an outage",
    "an answer with status 202 costs an optional lookup only its fields",
    groupsAlone(OPTIONAL, undefined, outageAt(TAGS, 202))
  ),
  broken(
    "writes records without the answer of a required lookup that is missing",
    `${TAGS}: 404 for every row fails the export, and nothing is written`,
    groupsAlone(absent(404))
  ),
  {
    name: "cannot map a changed row whose answer is an empty list",
    check: "lists beside changed rows that are empty once lose nothing",
    connector: groupsAlone(OPTIONAL, {
      ...changed,
      pages: (request) => (request.since === null ? changed : changedWithTags).pages(request)
    }),
    replies: tagged
  }
]

/** Groups with an optional lookup, and with a required one. */
export const soundGroups: ReadonlyArray<Pick<Broken, "connector" | "replies">> = [
  { connector: groupsAlone(OPTIONAL), replies: scripted },
  { connector: groupsAlone({}), replies: scripted },
  { connector: groupsAlone(OPTIONAL, changed), replies: tagged }
]
