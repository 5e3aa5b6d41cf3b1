import { Redacted, Schema } from "effect"
import { type Connector, exportTypesOf, extractorsOf, toEntry } from "../../Connector.js"
import { ConnectorEntry } from "../../contract/ConnectorEntry.js"
import { resolve } from "../../http/VendorHttp.js"
import { settingsOf } from "../run/ConnectorRun.js"
import { type Fault, match } from "../vendor/ScriptedVendor.js"
import { describeFailures, describeRejections, describeRequests, insist, quiet, sameRecords } from "./Assertions.js"
import { injections, replying } from "./Faults.js"
import { type Check, listChecks } from "./ListChecks.js"
import { probeChecks } from "./ProbeChecks.js"
import { identityOf } from "./ScriptedList.js"
import * as Subject from "./Subject.js"
import { tokenChecks } from "./TokenChecks.js"

/** The entry that customers see, and what each list needs to be allowed. */
const catalogue = ({ connector, lists }: Subject.Subject): Check => ({
  name: "the catalogue entry is complete",
  run: async () => {
    const entry = toEntry(connector, "https://logo.example/logo.svg")
    Schema.decodeUnknownSync(ConnectorEntry)(entry)
    insist(entry.credentials_params.length > 0, () => "credentials: expected at least one field.")
    insist(exportTypesOf(connector).length > 0, () => "exports: expected at least one export type.")
    for (const { list } of lists) {
      const isNamed = list.permissions.length > 0 && list.permissions.every((permission) => permission.trim() !== "")
      insist(isNamed, () => `${list.endpoint}: name the permissions that it needs.`)
    }
  }
})

/** The run in which nothing goes wrong reads everything that is scripted. */
const walk = (subject: Subject.Subject): Check => ({
  name: "every list is walked to its end, each page once",
  run: async () => {
    const { connector, options } = subject
    const report = await subject.healthy()
    insist(
      report.health.name === "HEALTHY",
      () =>
        `The scripted vendor is well, yet: ${describeFailures(report)}.${describeRejections(report)}${describeRequests(report)}`
    )
    insist(
      report.rejections.length === 0,
      () => `Scripted rows are not as the row schema or the record wants them.${describeRejections(report)}`
    )
    const stray = report.requests.filter(({ key }) => key === null)
    insist(stray.length === 0, () => `No reply is scripted for ${stray.map(({ url }) => url).join(", ")}.`)
    const later = report.deltas.size === 0 ? [] : (await subject.again({ deltas: report.deltas })).requests
    const used = new Set([...report.requests, ...later].map(({ key }) => key))
    const unused = Object.keys(options.replies).filter((key) => !used.has(key))
    const check = match(options.replies, "GET", resolve(settingsOf(connector, options).baseUrl, connector.check))
    insist(
      unused.every((key) => key === check),
      () => `These pages were never asked for: ${unused.join(", ")}.`
    )
    const polled = subject.lists.flatMap(({ list, replies }) => (list.role === "job" ? [...replies.keys()] : []))
    const asked = report.requests.filter(({ key }) => key === null || !polled.includes(key)).map(identityOf)
    const twice = asked.filter((request, index) => asked.indexOf(request) !== index)
    insist(twice.length === 0, () => `Asked for more than once: ${twice.join(", ")}.`)
    for (const { list } of subject.lists) {
      const { kind } = list
      if (kind === null) continue
      const count = report.stored.get(kind.name)?.size ?? 0
      insist(count > 0, () => `${list.endpoint}: script at least one row that becomes a ${kind.name}.`)
    }
  }
})

const secondRun = (subject: Subject.Subject): Check => ({
  name: "a second run changes nothing",
  run: async () => sameRecords(await subject.healthy(), await subject.again({}), "After a second run")
})

const interruption = (subject: Subject.Subject): Check => ({
  name: "a run that is interrupted at every checkpoint loses nothing",
  run: async () => {
    const report = await subject.again({ isInterrupted: true })
    insist(report.health.name === "HEALTHY", () => `An interrupted run: saw ${describeFailures(report)}.`)
    sameRecords(await subject.healthy(), report, "After an interrupted run")
  }
})

const delta = (subject: Subject.Subject): ReadonlyArray<Check> => {
  const extractors = extractorsOf(subject.connector).map(([, extractor]) => extractor)
  const byToken = extractors.filter((extractor) => extractor.usesDeltaToken)
  if (!extractors.some((extractor) => extractor.isIncremental)) return []
  const unchanged: Check = {
    name: "a delta changes nothing where nothing changed, and removes nothing",
    run: async () => {
      const before = await subject.healthy()
      const { deltas } = before
      for (const { endpoint } of byToken) {
        insist(deltas.has(endpoint), () => `${endpoint}: no page names where the next delta begins.`)
      }
      const report = await subject.again({ since: "2020-01-01T00:00:00.000Z", deltas })
      insist(report.health.name === "HEALTHY", () => `A delta: saw ${describeFailures(report)}.`)
      sameRecords(before, report, "After a delta")
    }
  }
  const expired: Check = {
    name: "a delta token that has expired begins a new full scan",
    run: async () => {
      const before = await subject.healthy()
      const begins = new Set(before.deltas.values())
      const strikes: Fault["strikes"] = ({ url }) => begins.has(url.href) || begins.has(decodeURIComponent(url.href))
      const outcome = () => replying({ status: 410, body: { error: "injected by the test kit" } })
      const report = await subject.again({ deltas: before.deltas, faults: [{ strikes, outcome }] })
      insist(report.health.name === "HEALTHY", () => `An expired token: saw ${describeFailures(report)}.`)
      insist(
        report.requests.some(({ isStruck }) => isStruck),
        () => "The token of the delta was never asked with."
      )
      sameRecords(before, report, "After an expired token")
    }
  }
  return byToken.length === 0 ? [unchanged] : [unchanged, expired]
}

/** Failures above all: that is where an author quotes what was sent. */
const secrecy = (subject: Subject.Subject): Check => ({
  name: "no credential comes out",
  run: async () => {
    quiet(await subject.healthy())
    for (const list of subject.lists) {
      for (const injection of injections) {
        quiet(await subject.injected(list, injection), `${list.list.endpoint}: ${injection.name}`)
      }
    }
  }
})

/** What a `Redacted` becomes in a text: it compiles, and only the real vendor would refuse it. */
const MASK = String(Redacted.make(""))

const isMasked = (text: string): boolean => text.includes(MASK) || text.includes(encodeURIComponent(MASK))

const unmasked = (subject: Subject.Subject): Check => ({
  name: "the vendor is sent the credentials, not their masks",
  run: async () => {
    for (const { method, url, headers, body } of (await subject.healthy()).requests) {
      const sent = { ...headers, "the address": url, "the body": JSON.stringify(body) }
      const masked = Object.entries(sent).flatMap(([name, text]) => (isMasked(text) ? [name] : []))
      insist(
        masked.length === 0,
        () =>
          `${method} ${url}: ${masked.join(", ")} holds "${MASK}". Write Redacted.make(\`Bearer \${Redacted.value(key)}\`), not \`Bearer \${key}\`.`
      )
    }
  }
})

/** Every promise that a connector must keep, as checks that run without network, account or clock. */
export const checks = (connector: Connector, options: Subject.ConformanceOptions): ReadonlyArray<Check> => {
  const subject = Subject.make(connector, options)
  const first = walk(subject)
  // Next to a healthy run that fails, every other check says the same once more, or passes for the wrong reason.
  const waitsFor = async () => ((await subject.healthy()).failures.length > 0 ? first.name : null)
  const later = [
    secondRun(subject),
    interruption(subject),
    ...delta(subject),
    unmasked(subject),
    secrecy(subject),
    ...probeChecks(subject),
    ...tokenChecks(subject),
    ...subject.lists.flatMap((list) => listChecks(subject, list))
  ]
  return [catalogue(subject), first, ...later.map((check) => ({ waitsFor, ...check }))]
}
