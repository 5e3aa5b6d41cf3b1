import { readdirSync, readFileSync } from "node:fs"
import { Health, Problem } from "@tributary/core"
import { it } from "vitest"
import { KeyScopes, openApiDocument } from "../src/api/index.js"
import * as Errors from "../src/api/parts/Errors.js"
import { helpOf, type Metric, table as metricTable } from "../src/telemetry/MetricTable.js"
import * as Readme from "./Readme.js"
import * as Settings from "./Settings.js"
import * as AlertRules from "./telemetry/AlertRules.js"

const server = readFileSync(new URL("../../examples/server/src/main.ts", import.meta.url), "utf8")

const health = Object.entries(Health.healthTable).map(([name, { description, resolution_owner, status }]) => [
  `\`${name}\``,
  status,
  description,
  `\`${resolution_owner}\``
])

const metrics = Object.entries<Metric>(metricTable).map(([name, metric]) => [
  `\`${name}\``,
  metric.kind,
  metric.labels.map((label) => `\`${label}\``).join(", "),
  helpOf(metric)
])

/** Something that happens for the reasons whose sentences to customers say what happened. */
const details: Partial<Record<Problem.ProblemReason, string>> = {
  ADDRESS_INVALID: "acme.example: no host has this name",
  TENANT_CHANGED: "the stored data is of acme, and the vendor now answers as globex"
}

/** Each reason with the sentence that a customer of an invented tool reads. */
const problems = Problem.ProblemReason.literals.map((reason) => {
  const failure: Problem.Failure = {
    reason,
    data_export_type: "devices",
    endpoint: "/devices",
    record_kinds: ["device"],
    fields: reason === "FIELDS_EMPTIED" ? ["owner_email"] : [],
    since: "2026-01-01T06:00:00.000Z",
    detail: details[reason] ?? "something happened",
    permissions: ["devices.read"],
    until: "2026-01-01T07:00:00.000Z"
  }
  const attempt = { when: "AT", instant: "2026-01-01T07:30:00.000Z" } as const
  const circumstances = { attempt, held: new Set<string>() }
  const [problem] = Problem.summarize({ name: "Acme", docsUrl: null }, [failure], circumstances, (key) => key)
  return [`\`${reason}\``, `\`${problem?.resolution_owner}\``, problem?.customer_message ?? ""]
})

const guides = new URL("../guides/", import.meta.url)
const guide = (file: string): string => readFileSync(new URL(file, guides), "utf8")

/** The only table of that guide, which says what callers may ask for. */
const limits = guide("limits.md").slice(guide("limits.md").indexOf("| ")).trim()

const sections = [
  { name: "limits", content: limits },
  { name: "server", content: `\`\`\`ts\n${server}\`\`\`` },
  { name: "settings", content: Readme.table(["Setting", "Default", "Meaning"], Settings.rows) },
  { name: "errors", content: Errors.markdown },
  { name: "metrics", content: Readme.table(["Metric", "Kind", "Labels", "What it measures"], metrics) },
  { name: "alerts", content: Readme.table(["Alert", "For", "When", "What to do"], AlertRules.rows) },
  {
    name: "problems",
    content: Readme.table(["`reason`", "`resolution_owner`", "A `customer_message`"], problems)
  },
  { name: "health", content: Readme.table(["`name`", "`status`", "What happened", "`resolution_owner`"], health) }
]

const data = /^\/(?:idp|cspm|entities|vms|itsm)\//

/** What each operation needs. Those that return records need the same, and have one row. */
const operations = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { operationId }]) => {
    const requirement = KeyScopes.of(operationId)
    const isOfRecords = method === "get" && data.test(path)
    if (requirement?.key !== "account") return []
    const scopes = KeyScopes.either(requirement.scopes, "`")
    const limit = requirement.isOfAccount ? ", without a limit to organizations" : ""
    const name = isOfRecords ? `Every \`GET\` below \`/${path.split("/")[1]}\`` : `\`${method.toUpperCase()} ${path}\``
    return [[name, `${scopes}${limit}`].join(" | ")]
  })
)

/** What each operation for operators needs, and what it is. Only in a guide. */
const operatorOperations = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { operationId, summary }]) => {
    const requirement = KeyScopes.of(operationId)
    if (requirement?.key !== "operator") return []
    const right = requirement.isOfRecords ? ", and the right to read records" : ""
    return [[`\`${method.toUpperCase()} ${path}\``, summary ?? "", `\`${requirement.role}\`${right}`]]
  })
)
const roles = {
  name: "roles",
  content: [
    Readme.table(
      ["Role", "What it allows"],
      KeyScopes.roles.map((name) => [`\`${name}\``, KeyScopes.roleMeanings[name]])
    ),
    Readme.table(["Operation", "What it is for", "Needs the role"], operatorOperations)
  ].join("\n\n")
}

/** Only in a guide. */
const scopes = {
  name: "scopes",
  content: [
    Readme.table(
      ["Scope", "What it allows"],
      KeyScopes.names.map((name) => [`\`${name}\``, KeyScopes.meanings[name]])
    ),
    "An operation needs one of the scopes that this table names. In `openapi.json`, each operation has them as `x-scopes`.",
    Readme.table(
      ["Operation", "Scope"],
      [...new Set(operations)].map((row) => row.split(" | "))
    )
  ].join("\n\n")
}

it("the README contains the example program, every setting, error code, limit, reason of a problem, and the health table", async ({
  expect
}) => {
  const rendered = sections.reduce((text, { name, content }) => Readme.render(text, name, content), Readme.text)
  await expect(rendered).toMatchFileSnapshot("../README.md")
})

const parts = [...sections, scopes, roles]
const generated = readdirSync(guides).filter((file) => parts.some(({ name }) => Readme.has(guide(file), name)))

it.for(generated)("the generated parts of the guide %s are those of the README", async (file, { expect }) => {
  const text = guide(file)
  const rendered = parts
    .filter(({ name }) => Readme.has(text, name))
    .reduce((text, { name, content }) => Readme.render(text, name, content), text)
  await expect(rendered).toMatchFileSnapshot(`../guides/${file}`)
})
