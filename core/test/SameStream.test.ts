import { readFileSync } from "node:fs"
import { it } from "vitest"
import { codeLines } from "./codeLines.js"
import * as Marked from "./Marked.js"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

const JIRA = "../../connectors/jira/src"

/** The lines from the first that starts with one text to the last before another. */
const between = (text: string, from: string, to?: string): string => {
  const start = text.indexOf(from)
  const end = to === undefined ? text.length : text.indexOf(to)
  if (start < 0 || end < start) throw new Error(`No lines from ${from} to ${to}`)
  return text.slice(start, end)
}

const github = (repository: string, commit: string, path: string) =>
  `[${repository}](https://github.com/${repository}/blob/${commit}/${path})`

/** Counted by hand, by the rule that the page states. */
const others = [
  {
    tool: "dlt",
    file: github("dlt-hub/verified-sources", "04a006b4cd9946d8c5e986356f46be0ea20232ed", "sources/jira/__init__.py"),
    commit: "04a006b",
    counts: [10, 32, 0]
  },
  {
    tool: "Nango",
    file: github(
      "NangoHQ/integration-templates",
      "02b840bafa26f2af89953c21c376eb6c5ed460ea",
      "integrations/jira/syncs/issues.ts"
    ),
    commit: "02b840b",
    counts: [125, 0, 22]
  },
  {
    tool: "Airbyte",
    file: github(
      "airbytehq/airbyte",
      "fcd0db9f0990d9ddf27d24f99284471476f11b98",
      "airbyte-integrations/connectors/source-jira/manifest.yaml"
    ),
    commit: "fcd0db9",
    counts: [34, 37, 18]
  },
  {
    tool: "Meltano (Singer SDK)",
    file: github("MeltanoLabs/tap-jira", "63f3c1fb584e6646b8e6047cd3fb97eb8c61e940", "tap_jira/streams.py"),
    commit: "63f3c1f",
    counts: [39, 0, 4]
  }
]

it("the guide shows the lines of code of the same stream in other tools and in this one", async ({ expect }) => {
  const tickets = read(`${JIRA}/exports/itsm_tickets.ts`)
  const here = {
    tool: "Tributary",
    file: "[connectors/jira](https://github.com/tributary-dev/tributary/tree/main/connectors/jira/src/exports/itsm_tickets.ts)",
    commit: "this one",
    counts: [
      codeLines(between(tickets, "export const tickets")),
      codeLines(between(read(`${JIRA}/issueSearch.ts`), "const LOOKBACK_SECS", "/** Like `issueSearch`")),
      ["status.ts", "priority.ts", "issueMarks.ts"].reduce((sum, file) => sum + codeLines(read(`${JIRA}/${file}`)), 0) +
        codeLines(between(tickets, "/** The first instant", "/** Extracts the issues"))
    ]
  }
  const rows = [...others, here].map(({ commit, counts, file, tool }) =>
    [tool, ...counts, `${file}, ${commit}`].join(" | ")
  )
  const head = ["", "The stream", "Shared", "Mapping", "Counted in"].join(" | ")
  const content = [head, "--- | --- | --- | --- | ---", ...rows].map((row) => `| ${row} |`).join("\n")
  const page = "../guides/the-same-stream.md"
  await expect(Marked.render(read(page), { name: "the same stream", content })).toMatchFileSnapshot(page)
})
