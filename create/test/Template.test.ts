import { readFileSync } from "node:fs"
import { satisfies } from "semver"
import { describe, expect, it } from "vitest"
import * as Template from "../src/Template.js"
import * as VendorName from "../src/VendorName.js"
import { templateFiles } from "./TemplateFiles.js"

const named = (typed: string): VendorName.VendorName => {
  const name = VendorName.read(typed)
  if (typeof name === "string") throw new Error(name)
  return name
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

interface Manifest {
  readonly version: string
  readonly private?: boolean
  readonly files: ReadonlyArray<string>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const manifest = JSON.parse(templateFiles()["package.json"] ?? "") as Manifest

describe("The template of a connector", () => {
  it("is examples/minimal-connector", async ({ expect }) => {
    const json = `${JSON.stringify(templateFiles(), null, 2)}\n`
    await expect(json).toMatchFileSnapshot("../src/template.generated.json")
  })

  it("is the example itself if the vendor is that of the example, but can be published", () => {
    const { "package.json": own = "", ...files } = templateFiles()
    const { "package.json": made = "", ...others } = Template.render(named("Shelf"))
    expect(others).toEqual(files)
    const { private: _, ...rest } = JSON.parse(own) as Manifest
    expect(JSON.parse(made)).toEqual(rest)
  })

  it.each(["acme-corp", "CrowdStrike", "new"])("names the vendor %s everywhere", (typed) => {
    const made = Template.render(named(typed))
    const left = Object.entries(made).filter(([path, text]) => /shelf/i.test(`${path}${text}`))
    expect(left).toEqual([])
  })

  it("has each form of the name where it belongs", () => {
    const made = Template.render(named("Acme Corp"))
    expect(Object.keys(made)).toContain("test/acme-corp.test.ts")
    expect(made["package.json"]).toContain('"name": "tributary-connector-acme-corp"')
    for (const line of [
      "const AcmeCorpUser = Schema.Struct({",
      "export const acmeCorp = Connector.make({",
      'vendor: "ACME_CORP",',
      'name: "Acme Corp",',
      'baseUrl: "https://api.acme-corp.example",'
    ]) {
      expect(made["src/index.ts"]).toContain(line)
    }
  })

  it("depends on the versions that the workspace is tested with", () => {
    const catalog = read("../../pnpm-workspace.yaml")
    const wrong = Object.entries(manifest.devDependencies).filter(([name, version]) => {
      const own = /^@tributary\/(.+)$/.exec(name)?.[1]
      if (own === undefined) return !catalog.includes(`\n  ${name.startsWith("@") ? `"${name}"` : name}: ${version}\n`)
      return !satisfies((JSON.parse(read(`../../${own}/package.json`)) as Manifest).version, version)
    })
    expect(wrong).toEqual([])
  })

  it("accepts the same versions of effect and core as core itself, and publishes no tests", () => {
    const core = JSON.parse(read("../../core/package.json")) as Manifest
    expect(manifest.peerDependencies["effect"]).toBe(core.peerDependencies["effect"])
    expect(satisfies(core.version, manifest.peerDependencies["@tributary/core"] ?? "")).toBe(true)
    expect(manifest.files).toEqual(["dist"])
  })
})
