// This folder holds the promises that every connector must keep, as checks over shared runs.
import { Either, Redacted, Schema } from "effect"
import { type Connector, checkOf, exportTypesOf, extractorsOf, toEntry } from "../../Connector.js"
import { ConnectorEntry } from "../../contract/ConnectorEntry.js"
import { resolve } from "../../http/Request.js"
import { settingsOf } from "../run/TestCredentials.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import { match, type Replies, type Seen } from "../vendor/ScriptedVendor.js"
import { accessChecks } from "./connector/AccessChecks.js"
import { authMethodChecks } from "./connector/AuthMethodChecks.js"
import { checkChecks } from "./connector/CheckChecks.js"
import { consentChecks } from "./connector/ConsentChecks.js"
import { deltaChecks } from "./connector/DeltaChecks.js"
import { endpointChecks } from "./connector/EndpointChecks.js"
import { multipliedChecks } from "./connector/MultipliedChecks.js"
import { partialChecks } from "./connector/PartialChecks.js"
import { recordChecks } from "./connector/RecordChecks.js"
import { referenceChecks } from "./connector/ReferenceChecks.js"
import { sideListChecks } from "./connector/SideListChecks.js"
import { tenantChecks } from "./connector/TenantChecks.js"
import { tokenChecks } from "./connector/TokenChecks.js"
import { describeFailures, describeRejections, describeRequests, insist, quiet, sameRecords } from "./kit/Assertions.js"
import type { Check } from "./kit/Check.js"
import * as ConnectorUnderTest from "./kit/ConnectorUnderTest.js"
import { faults } from "./kit/Faults.js"
import * as NearestRequest from "./kit/NearestRequest.js"
import { identityOf } from "./kit/ScriptedList.js"
import { listChecks } from "./list/ListChecks.js"

const isValid = (schema: Schema.Schema.AnyNoContext, value: unknown): boolean =>
  Either.isRight(Schema.decodeUnknownEither(schema)(value))

/** The entry that customers see, and the permissions that each list needs. */
const catalogue = ({ connector, lists }: ConnectorUnderTest.ConnectorUnderTest): Check => ({
  name: "the catalogue entry is complete",
  run: async () => {
    const entry = toEntry(connector, "https://logo.example/logo.svg")
    Schema.decodeUnknownSync(ConnectorEntry)(entry)
    // A consent is no entry of the form.
    insist(Object.keys(connector.credentials.fields).length > 0, () => "credentials: declare at least one field.")
    for (const { example, name } of entry.credentials_form) {
      const field = connector.credentials.fields[name]
      if (example === null || field === undefined) continue
      const isAccepted = isValid(Schema.Struct({ [name]: field }), { [name]: example })
      insist(isAccepted, () => `credentials.${name}: the field refuses its own example, ${example}.`)
    }
    insist(exportTypesOf(connector).length > 0, () => "exports: declare at least one export type.")
    for (const { list } of lists) {
      const isNamed = list.permissions.length > 0 && list.permissions.every((permission) => permission.trim() !== "")
      insist(isNamed, () => `${list.endpoint}: name the permissions that it needs.`)
    }
  }
})

/** The requests without a scripted reply, apart from those behind an empty page: a walk looks there for rows, and none is an answer. */
const strayOf = (requests: ReadonlyArray<Seen>, replies: Replies): ReadonlyArray<Seen> => {
  const listOf = ({ method, url }: Seen) => `${method} ${url.split("?")[0]}`
  const ended = new Set<string>()
  return requests.filter((request) => {
    if (request.key === null) return !ended.has(listOf(request))
    const reply = replies[request.key]
    if (reply !== undefined && ReplyEdit.rowsOf(reply).length === 0) ended.add(listOf(request))
    return false
  })
}

/** The run without faults reads everything that the script holds. */
const walk = (subject: ConnectorUnderTest.ConnectorUnderTest): Check => ({
  name: "every page of every list is read exactly once",
  run: async () => {
    const { connector, options } = subject
    const report = await subject.healthy()
    insist(
      report.health.name === "HEALTHY",
      () =>
        `The run without faults failed: ${describeFailures(report)}.${describeRejections(report)}${describeRequests(report)}`
    )
    insist(
      report.rejections.length === 0,
      () => `The row schema or the record rejects scripted rows.${describeRejections(report)}`
    )
    insist(
      report.unreadable.length === 0,
      () => `The row schema or the record cannot read values of scripted rows: ${report.unreadable.join(", ")}.`
    )
    const all = [...report.requests, ...report.tenantRequests]
    const stray = strayOf(all, options.replies)
    insist(stray.length === 0, () => `Script a reply for ${stray.map(({ url }) => url).join(", ")}.`)
    const isIncremental = extractorsOf(connector).some((extractor) => extractor.isIncremental)
    const later = isIncremental ? (await subject.delta()).requests : []
    const used = new Set([...all, ...later].map(({ key }) => key))
    const unused = Object.keys(options.replies).filter((key) => !used.has(key))
    const { body, method = "GET", ...target } = checkOf(connector)
    const check = match(options.replies, method, resolve(settingsOf(connector, options), target), body)
    insist(
      unused.every((key) => key === check),
      () =>
        `No request${isIncremental ? " of a full scan or of a delta" : ""} matched these scripted replies: ${unused.map((key) => NearestRequest.describe(key, [...later, ...all])).join(", ")}.`
    )
    const polled = subject.lists.flatMap(({ list, replies }) => (list.role === "job" ? [...replies.keys()] : []))
    const asked = report.requests.filter(({ key }) => key === null || !polled.includes(key))
    // Each list asks its own lookups, and each extractor reads the parents of its lists, also those that it shares with others.
    const isShared = ({ role }: { readonly role: string }): boolean => role === "lookup" || role === "parent"
    const askersOf = (reply: string | null): number =>
      subject.lists.filter(({ list, replies }) => isShared(list) && reply !== null && replies.has(reply)).length
    const times = new Map<string, number>()
    const twice = asked.flatMap((request) => {
      const identity = identityOf(request)
      const time = (times.get(identity) ?? 0) + 1
      times.set(identity, time)
      return time > Math.max(1, askersOf(request.key)) ? [identity] : []
    })
    insist(twice.length === 0, () => `Requested more than once: ${twice.join(", ")}.`)
    for (const { list } of subject.lists) {
      const { kind } = list
      if (kind === null) continue
      const count = report.stored.get(kind.name)?.size ?? 0
      insist(count > 0, () => `${list.endpoint}: script at least one row that becomes a ${kind.name}.`)
    }
  }
})

const secondRun = (subject: ConnectorUnderTest.ConnectorUnderTest): Check => ({
  name: "a second run changes nothing",
  run: async () => sameRecords(await subject.whole([]), "After a second run")
})

const interruption = (subject: ConnectorUnderTest.ConnectorUnderTest): Check => ({
  name: "a run interrupted at every checkpoint reads what a scan from scratch reads",
  run: async () => {
    const before = await subject.healthy()
    // Over an empty store, because what an interrupted scan rejects would otherwise stay as it was.
    const after = await subject.again({ isInterrupted: true, stored: new Map() })
    insist(
      after.health.name === "HEALTHY",
      () => `An interrupted run: expected HEALTHY, saw ${describeFailures(after)}.`
    )
    sameRecords({ before, after }, "After an interrupted run")
  }
})

/** Checks failing runs too: an author is most likely to quote a credential in an error. */
const secrecy = (subject: ConnectorUnderTest.ConnectorUnderTest): Check => ({
  name: "no credential appears in a log line, span, error, checkpoint or record",
  run: async () => {
    quiet(await subject.healthy())
    for (const list of subject.lists) {
      for (const fault of faults) {
        const joint = fault.reach === "all lists" ? await subject.injectedInAll(fault) : null
        const report = joint ?? (await subject.injected(list, fault)).after
        quiet(report, `${joint === null ? list.list.endpoint : "every list"}: ${fault.name}`)
      }
    }
  }
})

/** What a `Redacted` becomes in a template string. Such a header compiles, and only the real vendor would refuse it. */
const MASK = String(Redacted.make(""))

const isMasked = (text: string): boolean => text.includes(MASK) || text.includes(encodeURIComponent(MASK))

const unmasked = (subject: ConnectorUnderTest.ConnectorUnderTest): Check => ({
  name: "requests carry the credentials themselves, not the text <redacted>",
  run: async () => {
    for (const { method, url, headers, body } of (await subject.healthy()).requests) {
      const sent = { ...headers, "the address": url, "the body": JSON.stringify(body) }
      const masked = Object.entries(sent).flatMap(([name, text]) => (isMasked(text) ? [name] : []))
      insist(
        masked.length === 0,
        () =>
          `${method} ${url}: ${masked.join(", ")} contains "${MASK}". Write Redacted.make(\`Bearer \${Redacted.value(key)}\`), not \`Bearer \${key}\`.`
      )
    }
  }
})

/** Every promise about the connector under test. */
export const checksOf = (subject: ConnectorUnderTest.ConnectorUnderTest): ReadonlyArray<Check> => {
  const first = walk(subject)
  // If the run without faults fails, every other check fails for the same reason, or passes for the wrong one.
  const waitsFor = async () => ((await subject.healthy()).failures.length > 0 ? first.name : null)
  const later = [
    secondRun(subject),
    interruption(subject),
    ...endpointChecks(subject),
    ...referenceChecks(subject),
    ...recordChecks(subject),
    ...deltaChecks(subject),
    ...partialChecks(subject),
    ...sideListChecks(subject),
    unmasked(subject),
    secrecy(subject),
    ...accessChecks(subject),
    ...checkChecks(subject),
    ...tenantChecks(subject),
    ...authMethodChecks(subject),
    ...consentChecks(subject),
    ...tokenChecks(subject),
    ...multipliedChecks(subject),
    ...listChecks(subject)
  ]
  return [catalogue(subject), first, ...later.map((check) => ({ waitsFor, ...check }))]
}

/** Every promise that a connector must keep, as checks that need no network, no account and no real time. */
export const checks = (connector: Connector, options: ConnectorUnderTest.ConformanceOptions): ReadonlyArray<Check> =>
  checksOf(ConnectorUnderTest.make(connector, options))
