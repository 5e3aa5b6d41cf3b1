import { readFileSync } from "node:fs"
import { Extractor, RecordKind } from "@tributary/core"
import { it } from "vitest"
import * as Readme from "./Readme.js"

const guide = readFileSync(new URL("../guides/keep-a-copy.md", import.meta.url), "utf8")

const sentenceOf = (kind: RecordKind.Any): string => {
  const { deletion } = kind
  if (Extractor.EventLog.isEvent(kind)) {
    return "is never deleted; it leaves the list when it is as old as the operator keeps events, and no request returns it again"
  }
  if (deletion._tag === "Flag") return "stays listed; `is_deleted` becomes true"
  if (deletion._tag === "Status") return `stays listed; \`${deletion.field}\` becomes \`DELETED\``
  return "leaves the list, and only `isDeleted=true` returns it; get by id answers 404"
}

const kinds = Object.values(RecordKind.table).filter(({ path }) => path !== null)
const sentences = ["Flag", "Status", "Hide"].flatMap((tag) => [
  ...new Set(kinds.filter(({ deletion }) => deletion._tag === tag).map(sentenceOf))
])
const rows = sentences.map((sentence) => [
  sentence,
  kinds
    .filter((kind) => sentenceOf(kind) === sentence)
    .map(({ path }) => `\`${path}\``)
    .join(", ")
])

it("the guide to a copy says for each list how a deletion shows", async ({ expect }) => {
  const table = Readme.table(["A deleted record", "Lists"], rows)
  await expect(Readme.render(guide, "deletions", table)).toMatchFileSnapshot("../guides/keep-a-copy.md")
})
