import { Connector, type DataExportType } from "@tributary/core"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { nearestName } from "../../NearestName.js"
import { inBody } from "../server/request/ValidationErrors.js"

const refused = (msg: string, ctx: Readonly<Record<string, unknown>>): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [inBody({ path: ["data_export_types"], msg, type: "data_export_types", ctx })]
  })

/** The types that a caller has chosen, in the order of `known`, which `offer` introduces in a sentence; fails with 422 if it lacks one of them, or if there are none. */
export const among = (
  offer: string,
  known: ReadonlyArray<DataExportType>,
  sent: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<DataExportType>, Errors.ApiError> => {
  const exported = `${offer} ${known.join(", ")}`
  if (sent.length === 0) return refused(`Choose at least one type of data. ${exported}`, { enum: known })
  const unknown = sent.find((name) => !known.some((type) => type === name))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, known)
    const hint = nearest === null ? "" : `Did you mean ${nearest}? `
    return refused(`Not every type is exported. ${hint}${exported}`, { enum: known })
  }
  return Effect.succeed(known.filter((type) => sent.includes(type)))
}

/** The types that a caller has chosen of those that a connector exports. */
export const check = (
  connector: Connector.Connector,
  sent: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<DataExportType>, Errors.ApiError> =>
  among(`${connector.name} exports`, Connector.exportTypesOf(connector), sent)

/** The types that a new connection reads. */
export const resolve = (
  connector: Connector.Connector,
  sent: ReadonlyArray<string> | undefined
): Effect.Effect<ReadonlyArray<DataExportType>, Errors.ApiError> =>
  sent === undefined ? Effect.succeed(Connector.defaultExportTypesOf(connector)) : check(connector, sent)

/** Whether both name the same types. */
export const isSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.every((type) => other.includes(type)) && other.every((type) => one.includes(type))
