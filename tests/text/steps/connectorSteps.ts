import type { VendorHttp } from "@tributary/core"
import { classify as classifyAws } from "../../../connectors/aws-securityhub/src/errors.js"
import { instantsOf } from "../../../connectors/aws-securityhub/src/evaluations.js"
import { toControl, toStandard } from "../../../connectors/aws-securityhub/src/standard.js"
import { classify as classifyCrowdStrike } from "../../../connectors/crowdstrike/src/errors.js"
import { serviceAt, sightings } from "../../../connectors/insightvm/src/asset.js"
import { toText } from "../../../connectors/jira/src/atlassianDocument.js"
import { browseUrl } from "../../../connectors/jira/src/browseUrl.js"
import { classify as classifyDefender } from "../../../connectors/ms-defender-cloud/src/errors.js"
import { nativeOf } from "../../../connectors/ms-defender-cloud/src/resourceDetails.js"
import { membersOf } from "../../../connectors/ms-entra/src/exports/idp_policies.js"
import { journalText } from "../../../connectors/servicenow/src/journalText.js"
import { repeated, rows, type TextStep } from "../TextStep.js"
import { FIELDS, PIECE, ROWS, TEXT, VALUES } from "./bounds.js"

const raw = (status: number, body: unknown): VendorHttp.RawAnswer => ({ endpoint: "/users", status, headers: {}, body })

export const connectorSteps: ReadonlyArray<TextStep> = [
  ...rows("journal of ServiceNow", TEXT, journalText, {
    "marks that never end": repeated("[code]"),
    "parts of marks": repeated("[code"),
    "tags that never end": repeated("<", "[code]", "[/code]"),
    tags: repeated("<br>", "[code]", "[/code]"),
    entities: repeated("&a", "[code]", "[/code]"),
    "white space": repeated(" ", "[code]<br", ">[/code]")
  }),
  ...rows("document of Atlassian", VALUES, toText, {
    "many paragraphs": (length) => ({
      type: "doc",
      content: Array.from({ length }, () => ({ type: "paragraph", content: [{ type: "text", text: "a" }] }))
    }),
    "lines in nested lists": (length) => {
      let node: unknown = { type: "paragraph", content: Array.from({ length }, () => ({ type: "hardBreak" })) }
      for (let depth = 0; depth < 60; depth++)
        node = { type: "bulletList", content: [{ type: "listItem", content: [node] }] }
      return node
    }
  }),
  ...rows("address of Jira", TEXT, (self: string) => browseUrl(self, "A-1", null), {
    "many slashes": repeated("/rest/api", "https://a")
  }),
  ...rows("standard of AWS", TEXT, (id: string) => [toStandard(id), toControl(id)], {
    "many slashes": repeated("standards/"),
    "many versions": repeated("/v/")
  }),
  ...rows("evaluations of AWS", ROWS, (evaluations: ReadonlyArray<object>) => instantsOf(evaluations as never), {
    "many findings": (length) =>
      Array.from({ length }, (_, index) => {
        const instant = new Date((index * 7_919_000_000) % 1.7e12).toISOString()
        return { CreatedAt: instant, UpdatedAt: instant }
      })
  }),
  ...rows("members of a policy", 50_000, (ids: ReadonlyArray<string>) => membersOf(ids, ids.toReversed()), {
    "many exclusions": (length) => Array.from({ length }, (_, index) => `id-${index}`)
  }),
  ...rows(
    "error of Defender",
    ROWS,
    (details: ReadonlyArray<unknown>) => classifyDefender(raw(401, { error: { details } })),
    {
      "many codes": (length) => Array.from({ length }, (_, index) => ({ code: `Code ${index}` }))
    }
  ),
  ...rows("error of AWS", TEXT, (text: string) => classifyAws(raw(400, { __type: text, Message: text })), {
    "white space": repeated(" "),
    "parts of names": repeated("not subscribed to AWS Security")
  }),
  ...rows("error of CrowdStrike", ROWS, (errors: ReadonlyArray<unknown>) => classifyCrowdStrike(raw(200, { errors })), {
    "many errors": (length) =>
      Array.from({ length }, (_, id) => ({ code: 404, message: `no such ID: ${id}`.padEnd(600) }))
  }),
  ...rows("sightings of InsightVM", ROWS, (history: ReadonlyArray<object>) => sightings({ history } as never), {
    "many scans": (length) =>
      Array.from({ length }, (_, index) => ({
        date: new Date((index * 7_919_000_000) % 1.7e12).toISOString(),
        type: "SCAN",
        scanId: index
      }))
  }),
  ...rows(
    "findings of an asset of InsightVM",
    ROWS,
    (items: Readonly<Record<string, unknown>>) => {
      const asset = { id: 1, ...items } as never
      return Array.from({ length: PIECE }, () => [sightings(asset), serviceAt(asset, -1, "tcp")])
    },
    {
      "many scans": (length) => ({
        history: Array.from({ length }, () => ({ date: "2024-05-01", type: "SCAN", scanId: 1 }))
      }),
      "many services": (length) => ({
        services: Array.from({ length }, (_, port) => ({ name: "a", port, protocol: "tcp" }))
      })
    }
  ),
  ...rows(
    "details of a resource of Defender",
    FIELDS,
    (details: Readonly<Record<string, unknown>>) => nativeOf(details as never, details),
    {
      "many names": (length) => ({
        source: "Aws",
        ...Object.fromEntries(
          Array.from({ length }, (_, index) => [String(index).padStart("resourcename".length, "A"), "a"])
        )
      })
    }
  )
]
