import type { VendorHttp } from "@tributary/core"
import { classify as classifyAws } from "../../../connectors/aws-securityhub/src/errors.js"
import { toControl, toStandard } from "../../../connectors/aws-securityhub/src/standard.js"
import { toText } from "../../../connectors/jira/src/atlassianDocument.js"
import { browseUrl } from "../../../connectors/jira/src/browseUrl.js"
import { classify as classifyDefender } from "../../../connectors/ms-defender-cloud/src/errors.js"
import { classify as classifyEntra } from "../../../connectors/ms-entra/src/errors.js"
import { membersOf } from "../../../connectors/ms-entra/src/exports/idp_policies.js"
import { classify as classifyServiceNow } from "../../../connectors/servicenow/src/errors.js"
import { journalText } from "../../../connectors/servicenow/src/journalText.js"
import { repeated, rows, type TextStep } from "../TextStep.js"
import { ANSWER, FAILURE, TEXT } from "./bounds.js"

const raw =
  (status: number) =>
  (text: string): VendorHttp.RawAnswer => ({ endpoint: "/users", status, headers: {}, text })

export const connectorSteps: ReadonlyArray<TextStep> = [
  ...rows("journal of ServiceNow", TEXT, journalText, {
    "marks that never end": repeated("[code]"),
    "parts of marks": repeated("[code"),
    "tags that never end": repeated("<", "[code]", "[/code]"),
    tags: repeated("<br>", "[code]", "[/code]"),
    entities: repeated("&a", "[code]", "[/code]"),
    "white space": repeated(" ", "[code]<br", ">[/code]")
  }),
  ...rows("document of Atlassian", 10_000, toText, {
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
  ...rows("address of Jira", TEXT, (self: string) => browseUrl(self, "A-1"), {
    "many slashes": repeated("/rest/api", "https://a")
  }),
  ...rows("standard of AWS", TEXT, (id: string) => [toStandard(id), toControl(id)], {
    "many slashes": repeated("standards/"),
    "many versions": repeated("/v/")
  }),
  ...rows("members of a policy", 50_000, (ids: ReadonlyArray<string>) => membersOf(ids, ids.toReversed()), {
    "many exclusions": (length) => Array.from({ length }, (_, index) => `id-${index}`)
  }),
  ...rows("error of Entra", FAILURE, (text: string) => classifyEntra(raw(400)(text)), {
    "many codes": repeated('"code":"a",'),
    "white space": repeated(" ", '"code"')
  }),
  ...rows("error of Defender", FAILURE, (text: string) => classifyDefender(raw(401)(text)), {
    "many codes": repeated('"code":"a a",')
  }),
  ...rows("error of AWS", FAILURE, (text: string) => classifyAws(raw(400)(text)), {
    "codes that never end": repeated('"code":"'),
    "white space": repeated(" ", '"code"')
  }),
  ...rows("error of ServiceNow", ANSWER, (text: string) => classifyServiceNow(raw(200)(text)), {
    "many rows": repeated('{"a":"failure"},'.padEnd(700, " "), '{"result":[', "1]}")
  })
]
