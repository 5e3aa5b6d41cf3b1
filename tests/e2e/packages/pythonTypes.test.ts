import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"

/* What a type checker knows of the Python client. */

const folder = fileURLToPath(new URL("../../../client/python", import.meta.url))
const hasMypy = spawnSync("python3", ["-m", "mypy", "--version"]).status === 0
const title = hasMypy
  ? "the types of the Python client"
  : "the types of the Python client (skipped: python3 has no module mypy)"

describe.skipIf(!hasMypy)(title, () => {
  const work = mkdtempSync(join(tmpdir(), "tributary-types-"))

  afterAll(() => rmSync(work, { recursive: true, force: true }))

  /** What mypy says about each line of a program that has a client. */
  const check = (...lines: ReadonlyArray<string>): ReadonlyArray<string> => {
    const file = join(work, "program.py")
    writeFileSync(file, ["from tributary_client import Client", 'client = Client("", "")', ...lines, ""].join("\n"))
    const { stderr, stdout } = spawnSync("python3", ["-m", "mypy", "--no-error-summary", file], {
      cwd: work,
      encoding: "utf8",
      env: { ...process.env, MYPYPATH: folder }
    })
    expect(stderr).toBe("")
    return stdout.trim() === ""
      ? []
      : stdout
          .trim()
          .split("\n")
          .map((line) => line.replace(/^\S*program\.py:\d+: /, ""))
  }

  it("have no error in the client itself", () => {
    expect(check("print(client.list_idp_users().items)")).toEqual([])
  })

  it("narrow with fields and expand_as, for a page, a walk, a page by offset and one record", () => {
    const part = "schemas.IdpUserWithEntitiesPart"
    const said = check(
      'reveal_type(client.list_idp_users(fields=["name"]).items[0]["name"])',
      'for a in client.list_idp_users(fields=["name", "email_addr"]).walk(): reveal_type(a["id"])',
      'reveal_type(client.list_idp_users_by_offset(fields=["name"], expand_as="ids"))',
      'reveal_type(client.get_idp_user("1", fields=["name"]))',
      'for b in client.list_idp_users(include_idp_groups=True, expand_as="ids").walk(): reveal_type(b["group_ids"])',
      'for c in client.list_idp_users(expand_as="count").walk(): reveal_type(c["group_count"])',
      'for d in client.list_idp_users(fields=None).walk(): reveal_type(d["groups"])'
    )
    expect(said.map((line) => line.replaceAll("tributary_client.", "").replace(/, \{.*/, ""))).toEqual([
      'note: Revealed type is "str"',
      'note: Revealed type is "str"',
      `note: Revealed type is "pages.OffsetPage[TypedDict(${part}`,
      `note: Revealed type is "TypedDict(${part}`,
      'note: Revealed type is "list[str]"',
      'note: Revealed type is "int"',
      'note: Revealed type is "list[TypedDict(schemas.IdpGroup'
    ])
  })

  it("refuse a field that the parameters leave out, and a name that no field has", () => {
    const said = check(
      'for a in client.list_idp_users(expand_as="ids").walk(): print(a["groups"])',
      'for b in client.list_idp_users().walk(): print(b["group_ids"])',
      'client.list_idp_users(fields=["nam"])'
    )
    expect(said.filter((line) => line.startsWith("error"))).toEqual([
      expect.stringContaining('has no key "groups"'),
      expect.stringContaining('has no key "group_ids"'),
      expect.stringMatching(/No overload variant|incompatible type/)
    ])
  })
})
