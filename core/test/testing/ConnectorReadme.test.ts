import { describe, expect, it } from "@effect/vitest"
import { type Connector, Credentials } from "@tributary/core"
import { ConnectorReadme } from "@tributary/core/testing"
import { Schema } from "effect"
import { acme, groups } from "./Acme.js"

const connector = acme({ groups: groups() })
const reads = "<!-- begin: read by the connector. Regenerate. -->\nold\n<!-- end: read by the connector -->\n"
const readme = `# Acme\n\n<!-- begin: credentials -->\nolder\n<!-- end: credentials -->\n\n${reads}\nMore.\n`

describe("ConnectorReadme", () => {
  it("derives the table from nothing but the connector", () => {
    expect(ConnectorReadme.table(connector).split("\n")).toEqual([
      "| Export type | Records | Endpoints | Permissions | Optional permissions | Changes only |",
      "| --- | --- | --- | --- | --- | --- |",
      "| `idp` | `idp_group`<br>`idp_group_membership` | `/groups`<br>`/groups/{id}/members`<br>`/groups/{id}/tags` | `groups.read` | `tags.read` | no |",
      "| `itsm_users` | `itsm_user` | `/users` | `users.read` |  | yes |",
      "",
      expect.stringMatching(/^How changes are found, .*`full_scan_interval_secs` sets another interval\.$/),
      "",
      "| Export type | Records | New and changed records | Deletions | What the vendor reports late or not at all |",
      "| --- | --- | --- | --- | --- |",
      "| `idp` | `idp_group`<br>`idp_group_membership` | whole list, 5.2 h | whole list, 11.4 h | whole list, 5.2 h |",
      "| `itsm_users` | `itsm_user` | list of changes, 5.2 h | full scan, 15.4 h to 35.4 h | full scan, 9.2 h to 29.2 h |",
      "",
      expect.stringMatching(/^If the vendor refuses an optional endpoint, .* name the fields:$/),
      "",
      "| Records | Optional endpoint | Permissions | Fields that are not read without it |",
      "| --- | --- | --- | --- |",
      "| `idp_group` | `/groups/{id}/tags` | `tags.read` | `types` |"
    ])
    expect(ConnectorReadme.table(acme()).split("\n")).toHaveLength(9)
  })

  it("replaces only the text between the markers", () => {
    const once = ConnectorReadme.render(readme, connector)
    expect(once).toBe(
      readme
        .replace("older\n", `\n${ConnectorReadme.credentialsTable(connector)}\n\n`)
        .replace("old\n", `\n${ConnectorReadme.table(connector)}\n\n`)
    )
    expect(ConnectorReadme.render(once, connector)).toBe(once)
  })

  it("shows the name, help and example of each credential, and which ones are optional", () => {
    const key = { title: "API key", help: "Settings > API > New key.", example: "k-1" }
    const fields: Credentials.CredentialFields = {
      api_key: Credentials.text(key),
      region: Credentials.optional(Credentials.secret(key))
    }
    const table = ConnectorReadme.credentialsTable({ ...connector, credentials: Schema.Struct(fields) })
    expect(table.split("\n").slice(2)).toEqual([
      "| `api_key` | API key | Settings > API > New key. | `k-1` |",
      "| `region` (optional) | API key | Settings > API > New key. | `k-1` |"
    ])
  })

  it("says of a consent what the operator does first and what it allows, whether it is the first way to sign in or another", () => {
    const consent = Credentials.oauth2({
      title: "Sign in",
      help: "An administrator allows it.",
      authorizeUrl: "https://login.acme.example/authorize",
      tokenUrl: "https://login.acme.example/token",
      scopes: ["users.read"],
      registrationSteps: ["Register the service."]
    })
    const { authType, credentials, http } = connector
    const fields: Credentials.CredentialFields = { consent }
    const way = { authType: "OAUTH2_AUTHORIZATION_CODE" as const, credentials: Schema.Struct(fields), http }
    const said = [
      "| `consent` | Sign in | An administrator allows it. |  |",
      "",
      "The operator of the service registers it once:",
      "",
      "1. Register the service.",
      "",
      "The consent gives the scopes `users.read`."
    ]
    const first: Connector.Connector = { ...connector, ...way, auth: [{ authType, credentials, http }] }
    const linesOf = (each: Connector.Connector) => ConnectorReadme.credentialsTable(each).split("\n")
    expect(linesOf(first).slice(2, 10)).toEqual([...said, ""])
    expect(linesOf(first)[10]).toBe("Another way to sign in is `auth_type` `API_KEY`:")
    expect(linesOf({ ...first, ...connector, auth: [way] }).slice(-7)).toEqual(said)
  })

  it("says which lines are missing, and gives all of them at once", () => {
    const lines = [
      "<!-- begin: credentials -->",
      "<!-- end: credentials -->",
      "<!-- begin: read by the connector -->",
      "<!-- end: read by the connector -->"
    ].join("\n")
    const without = readme.replace(reads, "")
    expect(() => ConnectorReadme.render(without, connector)).toThrow(
      "lacks the lines for its tables (read by the connector)"
    )
    expect(() => ConnectorReadme.render("# Acme", connector)).toThrow(lines)
    expect(ConnectorReadme.problemOf(null)).toBe(
      `There is no such README: write one with these lines, and run the tests with -u, which writes the tables between them:\n\n${lines}`
    )
    expect(ConnectorReadme.render(`# Acme\n${lines}\n`, connector)).toContain("| `groups.read` |")
  })
})
