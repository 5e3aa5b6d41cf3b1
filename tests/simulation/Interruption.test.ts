import { expect, it } from "vitest"
import { Experiment } from "./Experiment.js"
import { pagings } from "./history/arbitrary.js"
import type { Blow, Happening } from "./history/History.js"
import type { Delta, ListShape, Paging } from "./vendor/ListShape.js"
import * as PartialAnswer from "./vendor/PartialAnswer.js"
import type { VendorShape } from "./vendor/SimulatedConnector.js"

/*
 * What random histories find only now and then, in full: each request of a scan is where something happens once. Whatever it is, the next job
 * that nothing disturbs must store what a scan from scratch stores.
 */

/** Two pages, and with a new row still two. */
const ROWS = 3

/** They take seconds, but minutes on a machine with much else to do. */
const PATIENCE = 300_000

const plain: ListShape = {
  paging: "cursor",
  hasTotal: false,
  pageSize: 2,
  order: "id",
  delta: "none",
  lookup: null,
  hasChildren: false,
  hasMentions: false,
  hides: false,
  hasDetails: false
}

const deltasOf = (paging: Paging): ReadonlyArray<Delta> => {
  if (paging === "exportJob") return ["none", "since"]
  return paging === "nextLink" ? ["none", "since", "feed", "token"] : ["none", "since", "feed"]
}

/** The lists of the table: each paging with each way to tell changes. */
const lists: ReadonlyArray<ListShape> = pagings.flatMap((paging) =>
  deltasOf(paging).map((delta) => ({ ...plain, paging, delta, hasTotal: paging === "scroll" }))
)

/** How the lists with everything that belongs to a row tell what changed; they do not by default. */
const fullDeltas: Partial<Record<Paging, Delta>> = { nextLink: "token", cursor: "since" }

/** Lists with everything that belongs to a row: what a paging does with it does not depend on how changes are told. */
const full: ReadonlyArray<ListShape> = lists
  .filter(({ delta, paging }) => delta === (fullDeltas[paging] ?? "none"))
  .map((list) => ({ ...list, hasChildren: true, hasMentions: true, lookup: { form: "joined", isRequired: true } }))

const ofIds: ReadonlyArray<ListShape> = lists
  .filter(({ paging }) => paging === "cursor")
  .map((list) => ({ ...list, hasDetails: true }))

const nameOf = ({ delta, hasChildren, hasDetails, paging }: ListShape): string =>
  [paging, delta, ...(hasChildren ? ["with lists below its rows"] : []), ...(hasDetails ? ["of ids"] : [])].join(", ")

const cases = [...lists, ...full, ...ofIds].map((users) => ({
  name: nameOf(users),
  vendor: { users, second: null, isGraphql: false }
}))

/** How many requests a job makes that nothing disturbs: the first one, or the one after the vendor has changed everything. */
const requestsOf = async (vendor: VendorShape, isFirst: boolean): Promise<number> => {
  const experiment = new Experiment(vendor, ROWS)
  await experiment.job()
  const { requests } = experiment
  if (isFirst) return requests
  experiment.changeEverything()
  await experiment.job()
  return experiment.requests - requests
}

/** An experiment whose next job is the first one, or one after the vendor has changed everything. */
const begun = async (vendor: VendorShape, isFirst: boolean): Promise<Experiment> => {
  const experiment = new Experiment(vendor, ROWS)
  if (isFirst) return experiment
  await experiment.job()
  experiment.changeEverything()
  return experiment
}

const blows: ReadonlyArray<Blow> = ["interrupt", "killAfter"]

/** What strikes a request: of a list with everything that belongs to a row, whose scans take ten times as long, one of the two in turn. */
const blowsAt = ({ users: { hasChildren } }: VendorShape, at: number): ReadonlyArray<Blow> =>
  hasChildren ? blows.slice(at % 2, (at % 2) + 1) : blows

/** The signs that an answer of the list can have. */
const signsOf = ({ users: { hasChildren, paging } }: VendorShape): ReadonlyArray<PartialAnswer.Sign> =>
  hasChildren
    ? ["errors"]
    : PartialAnswer.signs.filter((sign) => sign !== "noLink" || paging === "linkHeader" || paging === "indexedLink")

it.each(cases)(
  "stores the same as a scan from scratch if everything changes while a scan is interrupted: $name",
  async ({ vendor }) => {
    for (const isFirst of [true, false]) {
      const count = await requestsOf(vendor, isFirst)
      for (let at = 0; at < count; at += 1) {
        for (const blow of blowsAt(vendor, isFirst ? at : at + 1)) {
          const experiment = await begun(vendor, isFirst)
          await experiment.job([{ _tag: "Blow", door: "request", at, blow }])
          experiment.changeEverything()
          await experiment.job()
          await experiment.job()
          const where = `${isFirst ? "the first scan" : "a later scan"}, ${blow} at request ${at}`
          expect(experiment.violation, where).toBeNull()
          expect(experiment.contents, where).toEqual(await experiment.scratch())
        }
      }
    }
  },
  PATIENCE
)

it.each(cases)(
  "reads again what an answer shows to be missing: $name",
  async ({ vendor }) => {
    for (const isFirst of [true, false]) {
      const count = await requestsOf(vendor, isFirst)
      for (const sign of signsOf(vendor)) {
        for (let at = 0; at < count; at += 1) {
          const strike: Happening = { _tag: "Strike", target: "any", at, times: 1, fault: { _tag: "Partial", sign } }
          const experiment = await begun(vendor, isFirst)
          await experiment.job([strike])
          if (!experiment.wasPartial) continue
          await experiment.job()
          const where = `${isFirst ? "the first scan" : "a later scan"}, ${sign} at request ${at}`
          expect(experiment.violation, where).toBeNull()
          expect(experiment.contents, where).toEqual(await experiment.scratch())
        }
      }
    }
  },
  PATIENCE
)
