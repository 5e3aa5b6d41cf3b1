import type { OpenApi } from "@effect/platform"
import { transform } from "../../api/OpenApi.js"

type Operation = OpenApi.OpenAPISpecOperation
type Parameter = Operation["parameters"][number]

/**
 * The page writes every parameter into the calls that it offers to copy, with an empty value where it knows none, and an
 * empty value is an invalid one. A schema below `content` is shown, and left out of the calls.
 */
const silent = ({ schema, ...parameter }: Parameter) =>
  parameter.required || "default" in schema
    ? { ...parameter, schema }
    : { ...parameter, content: { "text/plain": { schema } } }

const operation = (value: Operation) => ({ ...value, parameters: value.parameters.map(silent) })

/** The document in the form that suits the page; what it says is the same. */
export const docsTransform = (spec: Record<string, unknown>): Record<string, unknown> => {
  const document = transform(spec) as unknown as OpenApi.OpenAPISpec
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, value]) => [method, operation(value)]))
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}
