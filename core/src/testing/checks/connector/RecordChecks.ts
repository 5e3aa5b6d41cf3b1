import type { RunReport } from "../../run/ConnectorRun.js"
import { PLANTED_SECRET, settingsOf } from "../../run/TestCredentials.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { endedWell, insist, quiet, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest, Expected } from "../kit/ConnectorUnderTest.js"
import * as ScriptedList from "../kit/ScriptedList.js"

/** What the records of a run mean: whose they are, when things happened, and whether they depend on what a vendor may change. */

const MOST_NAMED = 5

const identity = (subject: ConnectorUnderTest): Check => ({
  name: "rows with different content become different records",
  run: async () => {
    const { rivals } = await subject.healthy()
    const named = [...new Set(rivals.map(({ kind, vendorId }) => `${kind} ${vendorId}`))].slice(0, MOST_NAMED)
    insist(
      rivals.length === 0,
      () =>
        `${rivals.length} rows have the id of another row, whose content differs, so that only one of them is stored: ${named.join(", ")}. Make \`vendor_id\` of all that tells two rows apart, such as \`Child.joinedId(row.device, row.cve)\`.`
    )
  }
})

/** A year before which no vendor's product was used, and one beyond every expiry: a number of seconds was taken for milliseconds, or the reverse. */
const FIRST_YEAR = 1971
const LAST_YEAR = 2200

/** What a required instant is when the vendor does not give it. */
const UNKNOWN = "1970-01-01T00:00:00.000Z"

const INSTANT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d/

const implausible = (value: unknown, path: string): ReadonlyArray<string> => {
  if (typeof value === "string") {
    const year = value !== UNKNOWN && INSTANT.test(value) ? new Date(value).getUTCFullYear() : FIRST_YEAR
    return year < FIRST_YEAR || year > LAST_YEAR ? [`${path}: ${value}`] : []
  }
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([name, item]) =>
    // What a vendor sends is kept there as it is.
    name === "vendor_data" ? [] : implausible(item, path === "" ? name : `${path}.${name}`)
  )
}

const instants = (subject: ConnectorUnderTest): Check => ({
  name: "instants are in a year in which they can have been",
  run: async () => {
    const { records } = await subject.healthy()
    const found = Object.entries(records).flatMap(([kind, all]) =>
      all.flatMap((record) => implausible(record, "").map((text) => `${kind} ${text}`))
    )
    insist(
      found.length === 0,
      () =>
        `These instants cannot be right: ${[...new Set(found)].slice(0, MOST_NAMED).join(", ")}. Use \`Timestamp.fromSeconds\` for seconds since 1970.`
    )
  }
})

/** The settings whose plain text has a secret. */
const plainSecrets = ({ connector, options }: ConnectorUnderTest): ReadonlyArray<string> => {
  const { auth, baseUrl, headers, path, query, tenant } = settingsOf(connector, options)
  const fields = {
    headers,
    path,
    query,
    "auth.headers": auth?.headers,
    "auth.form": auth?.form,
    "auth.json": auth?.json
  }
  const places = Object.entries(fields).flatMap(([place, values]) =>
    Object.entries(values ?? {}).map(([name, value]) => [`${place}.${name}`, value] as const)
  )
  return [...places, ["baseUrl", baseUrl] as const, ["tenant", tenant] as const].flatMap(([place, value]) =>
    typeof value === "string" && holdsSecret(value) ? [place] : []
  )
}

/** Whether a text has the secret, also as the base64 of a user's name and password. */
const holdsSecret = (text: string): boolean => {
  const decoded = Buffer.from(text.split(" ").at(-1) ?? "", "base64").toString("utf8")
  return text.includes(PLANTED_SECRET) || decoded.includes(PLANTED_SECRET)
}

const METHODS = ["debug", "error", "info", "log", "trace", "warn"] as const

/** What the console got while something ran. */
const consoleOf = async (run: () => Promise<unknown>): Promise<string> => {
  const lines: Array<string> = []
  const before = METHODS.map((method) => [method, console[method]] as const)
  for (const method of METHODS)
    console[method] = (...words: ReadonlyArray<unknown>) => void lines.push(words.map(said).join(" "))
  try {
    await run()
  } finally {
    for (const [method, write] of before) console[method] = write
  }
  return lines.join("\n")
}

/** JSON has everything of an object, but nothing of an error, which the console prints with its message and causes. */
const said = (word: unknown): string => {
  if (typeof word === "string") return word
  if (word instanceof Error) return `${word.stack ?? word.message} ${said(word.cause)} ${JSON.stringify(word)}`
  return JSON.stringify(word) ?? String(word)
}

const secrecy = (subject: ConnectorUnderTest): Check => ({
  name: "credentials stay Redacted, and out of the console",
  run: async () => {
    const plain = plainSecrets(subject)
    insist(
      plain.length === 0,
      () =>
        `The http settings have a credential in plain text: ${plain.join(", ")}. Wrap the whole value: Redacted.make(\`Bearer \${Redacted.value(key)}\`).`
    )
    let report: RunReport | null = null
    const output = await consoleOf(async () => {
      report = await subject.again({})
    })
    const { records, secrets } = report ?? (await subject.healthy())
    quiet({ ...(await subject.healthy()), output, records, secrets }, "The console")
  }
})

/** A vendor may return the rows of each page in another order. */
const order = (subject: ConnectorUnderTest): Check => ({
  name: "the rows of a page in another order become the same records",
  run: async () => {
    const ordered = subject.lists.filter(({ list }) => list.lookup?.asks !== "several keys")
    const changes = ordered.flatMap((list) => {
      const change = ScriptedList.steadyChangeOf(list, (reply) =>
        ReplyEdit.rowsOf(reply).length < 2 ? null : ReplyEdit.rows(reply, (all) => [...all].reverse())
      )
      return change === null ? [] : [...change]
    })
    const faults = changes.map(([key, reply]) => ({
      strikes: (request: { readonly key: string | null }) => request.key === key,
      outcome: () => ({ _tag: "Reply" as const, reply })
    }))
    const comparison = await subject.whole(faults)
    endedWell(comparison, 0, "Rows in another order")
    sameRecords(comparison, "With the rows of each page in another order")
  }
})

/** Whether a record has what the test expects; of an object only the fields that are named. */
const has = (actual: unknown, expected: unknown): boolean => {
  if (expected === null || typeof expected !== "object" || Array.isArray(expected))
    return JSON.stringify(actual) === JSON.stringify(expected)
  if (actual === null || typeof actual !== "object") return false
  return Object.entries(expected).every(([name, value]) =>
    has((actual as Readonly<Record<string, unknown>>)[name], value)
  )
}

const expectation = (subject: ConnectorUnderTest, expected: Expected): Check => ({
  name: "the records are what the test expects",
  run: async () => {
    const { records } = await subject.healthy()
    for (const [kind, byId] of Object.entries(expected)) {
      for (const [id, fields] of Object.entries(byId)) {
        const found = records[kind]?.find((record) => idOf(record) === id)
        insist(
          found !== undefined,
          () =>
            `expect: there is no ${kind} with the vendor_id ${id}, only ${(records[kind] ?? []).map(idOf).join(", ") || "none"}.`
        )
        for (const [name, value] of Object.entries(fields)) {
          insist(
            has(found?.[name], value),
            () =>
              `${kind} ${id}: expected ${name} to be ${JSON.stringify(value)}, saw ${JSON.stringify(found?.[name])}.`
          )
        }
      }
    }
  }
})

/** The vendor's id of a record, where its kind has it. */
const idOf = (record: Readonly<Record<string, unknown>>): string => {
  const { id } = (record["vendor_attributes"] ?? {}) as { readonly id?: unknown }
  return String(record["vendor_id"] ?? id ?? record["id"])
}

/** What must be true of the records of every run. */
export const recordChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const { expect } = subject.options
  return [
    identity(subject),
    instants(subject),
    order(subject),
    secrecy(subject),
    ...(expect === undefined ? [] : [expectation(subject, expect)])
  ]
}
