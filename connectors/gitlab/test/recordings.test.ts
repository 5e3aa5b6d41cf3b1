import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { gitlab } from "../src/index.js"
import { reportPage } from "./fixtures/replies.js"

/** Answers that others recorded of GitLab.com; they are no part of the repository. */
const folder = process.env["TEST_VENDOR_DATA"] ?? ""
const recordings = join(folder, "recordings", "gitlab")
// A wrong folder must not skip tests.
const isThere = folder !== ""
const reason = isThere ? "" : " (skipped: set TEST_VENDOR_DATA)"
// The default reporter prints no titles of skipped tests.
if (!isThere) console.log("Skipped, because TEST_VENDOR_DATA is not set: recorded answers of GitLab.")

interface Recorded {
  readonly request: { readonly path: string }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

type Row = Readonly<Record<string, unknown>>

const recorded = (): ReadonlyArray<Recorded> =>
  readdirSync(recordings)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name): ReadonlyArray<Recorded> => JSON.parse(readFileSync(join(recordings, name), "utf8")).exchanges)

/** The rows of the recorded lists at these paths, each once, as a list of one page. */
const listAt = (path: RegExp, isOfGroup: (row: Row) => boolean = () => true): ConnectorTest.Reply => {
  const answers = recorded().filter(({ request, response }) => path.test(request.path) && response.status === 200)
  const rows = answers.flatMap(
    ({ response }): ReadonlyArray<Row> => (Array.isArray(response.body) ? response.body : [])
  )
  const headers = answers[0]?.response.headers ?? {}
  return { body: [...new Map(rows.map((row) => [row["id"], row])).values()].filter(isOfGroup), headers }
}

describe.skipIf(!isThere)(`recorded answers of GitLab${reason}`, () => {
  const read = (faults: ReadonlyArray<Recorded> = []) => {
    const { body: groups } = listAt(/\/v4\/groups$/)
    const [group] = Array.isArray(groups) ? groups : []
    const path = `/api/v4/groups/${group.full_path}`
    return ConnectorTest.run(gitlab, {
      credentials: { group: group.full_path },
      replies: {
        [`GET ${path}`]: { body: group },
        [`GET ${path}/projects`]: listAt(/\/projects$/, (row) =>
          String(row["path_with_namespace"]).startsWith(group.full_path)
        ),
        [`GET ${path}/members/all`]: listAt(/\/members\/all$/),
        // Nobody recorded a report.
        "POST /api/graphql": reportPage([], null)
      },
      faults: faults.map(({ response }) => ({
        times: 1,
        strikes: ({ url }) => url.pathname.endsWith("/members/all"),
        outcome: () => ({ _tag: "Reply" as const, reply: response })
      }))
    })
  }

  it("become a record each", async () => {
    const { health, records, rejections } = await read()
    expect([health.name, rejections]).toEqual(["HEALTHY", []])
    const counts = Object.fromEntries(Object.entries(records).map(([kind, all]) => [kind, all.length]))
    console.log(`Recorded answers of GitLab became ${JSON.stringify(counts)}.`)
    expect(counts["application"]).toBeGreaterThan(0)
    expect(counts["organization_identity"]).toBeGreaterThan(0)
    for (const project of records["application"] ?? []) {
      expect(project).toMatchObject({ type: "REPOSITORY", visibility: expect.any(String), is_archived: false })
    }
    for (const member of records["organization_identity"] ?? [])
      expect(member).toMatchObject({ role: expect.any(String) })
  })

  it("about a limit that no header announces cost no record", async () => {
    const limited = recorded().filter(({ response }) => response.status === 429)
    expect(limited.length).toBeGreaterThan(0)
    const { health, records } = await read(limited.slice(0, 2))
    expect(health.name).toBe("HEALTHY")
    expect(records["organization_identity"]?.length).toBeGreaterThan(0)
  })
})
