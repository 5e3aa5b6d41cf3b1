import * as Case from "../Case.js"
import { type MeasuredList, names, of } from "./StageTable.js"

/** A list, with the bar of its way from text to the parameter of an upsert, in units of `JSON.parse`. */
export interface StagedList<A> extends MeasuredList<A> {
  readonly name: string
  readonly records: string
  readonly bar: number
}

/** The stages of a list as a case; needs no database. */
export const make = <A>(list: StagedList<A>): Case.Case =>
  Case.make({
    name: list.name,
    title: `From the text of a page of 1,000 ${list.records} to the parameter of its upsert`,
    usesDatabase: false,
    measures: {
      sum: { name: "CPU a record", unit: "us", versus: "JSON.parse", bar: Case.atMost(list.bar) },
      ...Object.fromEntries(
        names.map((name) => [name, { name: `of it ${name}`, unit: "us", versus: "sum", bar: null }])
      )
    },
    run: async () => {
      const { parse, stages, sum } = await of(list)
      return {
        sum: [{ ours: sum, reference: parse }],
        ...Object.fromEntries(names.map((name) => [name, [{ ours: stages[name], reference: sum }]]))
      }
    }
  })
