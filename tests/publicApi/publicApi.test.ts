import { existsSync, readdirSync, readFileSync } from "node:fs"
import getReleasePlan from "@changesets/get-release-plan"
import { beforeAll, describe, expect, it } from "vitest"
import * as Changes from "./Changes.js"
import { type Entry, entriesOf, root } from "./Declarations.js"
import * as PublicApi from "./PublicApi.js"

/** The packages that others build on. */
const folders = ["core", "runtime-http"]
const entries = folders.flatMap(entriesOf)

const fileOf = ({ folder, name }: Entry): string => `${folder}/public-api/${name}.txt`

/** The reports of the last release: `pnpm version-packages` copies those of the present there. Absent until the first publish. */
const releasedOf = (folder: string): string => `${folder}/public-api/released`

const read = (path: string): string => (existsSync(root + path) ? readFileSync(root + path, "utf8") : "")

const manifestOf = (folder: string) =>
  JSON.parse(read(`${folder}/package.json`)) as { readonly name: string; readonly version: string }

describe("the report of the public API", () => {
  let reports: ReadonlyMap<Entry, string>
  // The compiler declares both packages: seconds on a quiet machine, a minute on a busy one.
  beforeAll(async () => {
    reports = await PublicApi.reports(entries)
  }, 300_000)

  it.for(entries)(
    "shows what $specifier exports (update it with pnpm generate, and read its diff)",
    async (entry, { expect }) => {
      await expect(reports.get(entry)).toMatchFileSnapshot(root + fileOf(entry))
    }
  )
})

describe("the changesets", () => {
  it.for(folders)(
    "raise the version of %s by as much as its public API changes since the last release",
    async (folder, { skip }) => {
      if (!existsSync(root + releasedOf(folder))) skip(`${folder} was never published, so nothing can break.`)
      const { name, version } = manifestOf(folder)
      const files = new Set([
        ...readdirSync(root + releasedOf(folder)),
        ...entriesOf(folder).map((entry) => `${entry.name}.txt`)
      ])
      const changes = [...files].map((file) =>
        Changes.between(read(`${releasedOf(folder)}/${file}`), read(`${folder}/public-api/${file}`))
      )
      const all = {
        breaking: changes.flatMap(({ breaking }) => breaking),
        added: changes.flatMap(({ added }) => added)
      }
      const { releases } = await getReleasePlan(root)
      const planned = releases.find((release) => release.name === name)?.type ?? "none"
      expect(Changes.problemOf(name, version, all, planned)).toBeNull()
    }
  )
})
