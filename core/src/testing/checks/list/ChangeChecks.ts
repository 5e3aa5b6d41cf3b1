import * as JsonPath from "../../../JsonPath.js"
import * as Result from "../../../Result.js"
import { normalize } from "../../../Timestamp.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Seen } from "../../vendor/ScriptedVendor.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import * as ScriptedList from "../kit/ScriptedList.js"

type List = ScriptedList.ScriptedList

/** The instant of a delta as vendors want it: with or without its time, or in seconds or milliseconds since 1970; a connector may begin a day before. */
const FORMS =
  /2020-01-01|2019-12-31|20200101|20191231|2020\/01\/01|2019\/12\/31|01\/01\/2020|12\/31\/2019|15777\d{5}|15778\d{5}/

/** An instant that the vendor reckons from the time of the request, such as `-7d`, `now-7d` or `startOfDay(-7)`. */
const RELATIVE = /(?<![\w.])(?:now\s?)?-\d{1,9}\s?[a-z]|startof(?:day|week|month|year)\("?-\d/i

/** What a request says, each parameter and body field by its name. */
const saidIn = ({ body, url }: Seen): ReadonlyArray<readonly [string, string]> => {
  const fields = body !== null && typeof body === "object" ? Object.entries(body) : [["", String(body ?? "")] as const]
  return [...new URL(url).searchParams, ...fields.map(([name, value]) => [name, JSON.stringify(value)] as const)]
}

const pathOf = ({ method, url }: Seen): string => `${method} ${new URL(url).pathname}`

/** The requests of the list that no link of the vendor led to, by what they ask for. */
const namesIn = (requests: ReadonlyArray<Seen>): ReadonlyArray<ReadonlySet<string>> =>
  requests.map((request) => new Set(saidIn(request).map(([name]) => name)))

/** The parameters that every full scan of the list sends, without which its rows would be others. */
const alwaysSent = (requests: ReadonlyArray<Seen>): ReadonlyArray<string> => {
  const [first = new Set<string>(), ...others] = namesIn(requests)
  return [...first].filter((name) => name !== "" && others.every((each) => each.has(name)))
}

/** The part of a parameter's name that says that it filters by when rows were made, not by when they changed. */
const CREATION = /creat/i

/** The part of a field's name that says that rows can change. */
const CHANGE = /updat|modif|chang|edit/i

/** Whether rows say when they were made, and never that they changed, such as the entries of a journal: then new ones are all that changes. */
const isOfEntries = ({ replies }: List): boolean => {
  const names = [...replies.values()].flatMap(ReplyEdit.rowsOf).flatMap(Object.keys)
  return names.some((name) => CREATION.test(name)) && !names.some((name) => CHANGE.test(name))
}

/** What stands between a field and its instant in a filter, such as `createdDateTime ge 2020-01-01T00:00:00Z`. */
const COMPARISON = /^(?:ge|gte|gt|since|after|from|start|min|op|operator|value|date|datetime|timestamp|instant)$/i

/** The field whose instant a request names: that of a filter in a text or in an object, or else the parameter itself. */
const filteredBy = (name: string, text: string, forms: RegExp): string => {
  const before = text.slice(0, Math.max(0, text.search(forms)))
  const words = before.match(/[a-z][\w.]*/gi) ?? []
  return words.findLast((word) => !COMPARISON.test(word)) ?? name
}

const BY_CHANGE = "Filter by the time of the last change, or leave out `since`."

/** What a list that filters by time asks for in a delta. */
const asks = (subject: ConnectorUnderTest, list: List): Check => ({
  name: "a delta asks for what changed since its instant, with all that a full scan sends",
  run: async () => {
    const full = ScriptedList.requestsOf(list, await subject.healthy())
    const paths = new Set(full.map(pathOf))
    const { requestsBy } = await subject.delta()
    const asked = (requestsBy.get(list.extractor) ?? []).filter((request) => paths.has(pathOf(request)))
    // What a full scan says, too, is a version.
    const always = new Set(full.flatMap(saidIn).map(([name, text]) => `${name}=${text}`))
    // An export job names the instant when it is started, and its rows come from another address.
    const ofDelta = (requestsBy.get(list.extractor) ?? [])
      .flatMap(saidIn)
      .filter(([name, text]) => !always.has(`${name}=${text}`))
    const wanted = ofDelta.filter(([, text]) => FORMS.test(text))
    const { changedAt, changedSince } = list.list
    if (changedAt === undefined) {
      const made = ofDelta
        .filter(([, text]) => RELATIVE.test(text))
        .map(([name, text]) => filteredBy(name, text, RELATIVE))
        .find((field) => CREATION.test(field))
      insist(
        made === undefined || list.extractor.isLog || isOfEntries(list),
        () => `A delta filters by ${made}, when rows were created, and not by its instant. ${BY_CHANGE}`
      )
      insist(
        asked.length === 0 || wanted.length > 0,
        () =>
          "A delta asks for everything: no parameter has its instant. Put it where the vendor's documentation filters by the time of the last change."
      )
      const fields = wanted.map(([name, text]) => filteredBy(name, text, FORMS))
      insist(
        list.extractor.isLog ||
          isOfEntries(list) ||
          wanted.length === 0 ||
          !fields.every((field) => CREATION.test(field)),
        () =>
          `A delta filters by ${fields[0]}, when rows were created: it misses the changes of older ones. ${BY_CHANGE}`
      )
    }
    const sent = new Set(asked.flatMap((request) => saidIn(request).map(([name]) => name)))
    const lost = asked.length === 0 ? [] : alwaysSent(full).filter((name) => !sent.has(name))
    insist(
      lost.length === 0,
      () =>
        `A delta lacks ${lost.join(", ")}, which every full scan sends: ${JSON.stringify(changedSince?.(ScriptedList.SINCE) ?? {})} is added to the parameters of the list.`
    )
  }
})

/** Rows say when they changed. */
const says = (list: List, changedAt: string): Check => ({
  name: "rows say when they changed, so that a delta can end",
  run: async () => {
    const read = JsonPath.reader(changedAt)
    const rows = [...list.replies.values()].flatMap(ReplyEdit.rowsOf)
    const silent = rows.filter((row) => {
      const found = read(row)
      return typeof found !== "string" || Result.isFailure(normalize(found))
    })
    insist(
      !CREATION.test(changedAt),
      () => `changedAt: ${changedAt} is when rows were created: a delta would end before an older row that changed.`
    )
    insist(
      silent.length < rows.length,
      () =>
        `changedAt: none of the ${rows.length} scripted rows has an instant at ${changedAt}, so that a delta would read the whole list.`
    )
  }
})

/** How a list finds what changed. No checks for one that only full scans read, or that has a token of the vendor for it. */
export const changeChecks =
  (subject: ConnectorUnderTest) =>
  (list: List): ReadonlyArray<Check> => {
    const { changedAt, role } = list.list
    const { extractor } = list
    const isBelow = role === "child" && extractor.hasDeltaState
    const isAbove = (role === "own" || role === "parent") && !extractor.hasDeltaState
    if (!extractor.isIncremental || extractor.usesDeltaToken || !(isBelow || isAbove)) return []
    return [asks(subject, list), ...(changedAt === undefined ? [] : [says(list, changedAt)])]
  }
