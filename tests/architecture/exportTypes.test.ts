import { readFileSync } from "node:fs"
import { Connector, DataExportType, RecordKind } from "@tributary/core"
import { openApiDocument } from "@tributary/runtime-http/api"
import { describe, expect, it } from "vitest"
import * as Marked from "../../core/test/Marked.js"
import { connectors } from "../../examples/server/src/connectors.js"

/** The types that have no kind of record yet. */
const MISSING = [
  "grc_entity",
  "grc_control",
  "grc_evidence",
  "grc_assessment_question",
  "grc_assessment",
  "tprm",
  "tprm_company",
  "tprm_finding",
  "siem_events"
]

const served = openApiDocument().paths

/** What there is of a type. */
const rowOf = (type: DataExportType) => {
  const kinds = Object.values(RecordKind.table).filter(({ exportType }) => exportType === type)
  return {
    type,
    kinds: kinds.map(({ name }) => name),
    paths: kinds.flatMap(({ path }) => (path !== null && path in served ? [path] : [])),
    connectors: connectors
      .filter((connector) => Connector.exportTypesOf(connector).includes(type))
      .map(({ name }) => name)
  }
}

const rows = DataExportType.literals.map(rowOf)
const filled = rows.filter(({ type }) => !MISSING.includes(type))

const code = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join("<br>")

const table = [
  `${filled.length} of ${rows.length} types of data are served, from ${connectors.length} tools.`,
  "",
  "| Type of data | Kinds of record | Lists | Tools |",
  "| --- | --- | --- | --- |",
  ...filled.map((row) => `| \`${row.type}\` | ${code(row.kinds)} | ${code(row.paths)} | ${row.connectors.join(", ")} |`)
].join("\n")

describe("the types of data", () => {
  it.each(filled)("$type has kinds of record, a list for each that is no relation, and a connector", (row) => {
    const lists = row.kinds.filter((kind) => RecordKind.table[kind]?.path !== null)
    expect(row.kinds.length).toBeGreaterThan(0)
    expect(row.paths.length).toBe(lists.length)
    expect(lists.length).toBeGreaterThan(0)
    expect(row.connectors.length).toBeGreaterThan(0)
  })

  it("are missing whole: a type without kinds of record has neither lists nor connectors", () => {
    for (const row of rows.filter(({ type }) => MISSING.includes(type))) {
      expect([row.type, row.kinds, row.paths, row.connectors]).toEqual([row.type, [], [], []])
    }
  })

  it("are in the README (update it with pnpm generate)", async () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
    await expect(Marked.render(readme, { name: "types of data", content: table })).toMatchFileSnapshot(
      "../../README.md"
    )
  })
})
