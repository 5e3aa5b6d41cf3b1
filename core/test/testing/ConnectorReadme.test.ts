import { describe, expect, it } from "@effect/vitest"
import { ConnectorReadme } from "@tributary/core/testing"
import { acme, groups } from "./Acme.js"

const connector = acme({ groups: groups() })
const readme =
  "# Acme\n\n<!-- begin: read by the connector. Renew. -->\nold\n<!-- end: read by the connector -->\n\nMore.\n"

describe("ConnectorReadme", () => {
  it("tells what is read from the connector alone", () => {
    expect(ConnectorReadme.table(connector).split("\n")).toEqual([
      "| Export type | Records | Endpoints | Permissions | Optional permissions | Changes only |",
      "| --- | --- | --- | --- | --- | --- |",
      "| `idp` | `idp_group`<br>`idp_group_membership` | `/groups`<br>`/groups/{id}/members`<br>`/groups/{id}/tags` | `groups.read` | `tags.read` | no |",
      "| `itsm_users` | `itsm_user` | `/users` | `users.read` |  | yes |"
    ])
  })

  it("renews what is between the markers, and nothing else", () => {
    const once = ConnectorReadme.render(readme, connector)
    expect(once).toBe(readme.replace("old\n", `\n${ConnectorReadme.table(connector)}\n\n`))
    expect(ConnectorReadme.render(once, connector)).toBe(once)
  })

  it("asks for the markers", () => {
    expect(() => ConnectorReadme.render("# Acme", connector)).toThrow("needs a line that begins with <!-- begin")
  })
})
