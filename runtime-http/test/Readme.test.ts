import { readFileSync } from "node:fs"
import { Health } from "@tributary/core"
import { it } from "vitest"
import * as Errors from "../src/api/parts/Errors.js"
import * as Readme from "./Readme.js"
import * as Settings from "./Settings.js"

const server = readFileSync(new URL("../../examples/server/src/main.ts", import.meta.url), "utf8")

const health = Object.entries(Health.healthTable).map(([name, { description, resolution_owner, status }]) => [
  `\`${name}\``,
  status,
  description,
  status === "HEALTHY" ? "" : `\`${resolution_owner}\``
])

const sections = [
  { name: "server", content: `\`\`\`ts\n${server}\`\`\`` },
  { name: "settings", content: Readme.table(["Setting", "Default", "Meaning"], Settings.rows) },
  { name: "errors", content: Errors.markdown },
  { name: "health", content: Readme.table(["`name`", "`status`", "What happened", "`resolution_owner`"], health) }
]

it("the README contains the example program, every setting, every error code and the health table", async ({
  expect
}) => {
  const rendered = sections.reduce((text, { name, content }) => Readme.render(text, name, content), Readme.text)
  await expect(rendered).toMatchFileSnapshot("../README.md")
})
