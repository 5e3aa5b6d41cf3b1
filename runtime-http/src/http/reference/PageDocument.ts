import type { OpenApi } from "@effect/platform"
import type { ApiServer } from "../../api/OpenApi.js"
import { introduction, openApiDocument } from "../../api/TributaryApi.js"
import type { Guide } from "./Guides.js"

type Operation = OpenApi.OpenAPISpecOperation
type Parameter = Operation["parameters"][number]

/**
 * Keeps an optional parameter out of the example calls on the reference page.
 *
 * The page puts every parameter into those calls, with an empty value when there is no default, and this API rejects
 * empty values. The page shows a parameter whose schema is below `content`, but leaves it out of the calls.
 */
const withoutExample = ({ schema, ...parameter }: Parameter) =>
  parameter.required || "default" in schema
    ? { ...parameter, schema }
    : { ...parameter, content: { "text/plain": { schema } } }

const operation = (value: Operation) => ({ ...value, parameters: value.parameters.map(withoutExample) })

const DOWNLOAD = "[`/v1/openapi.json`](openapi.json) is this reference for programs, as an OpenAPI document."

/**
 * The OpenAPI document as the reference page shows it: with the guides as sections before the operations. Its meaning is the same.
 * The table of error codes is left out of the description, because a guide has it.
 */
export const make = (servers: ReadonlyArray<ApiServer>, guides: ReadonlyArray<Guide>): Record<string, unknown> => {
  const document = openApiDocument(servers)
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, value]) => [method, operation(value)]))
  ])
  const tags = document.tags ?? []
  return {
    ...document,
    info: { ...document.info, description: `${introduction}\n\n${DOWNLOAD}` },
    tags: [...guides.map(({ text, title }) => ({ name: title, description: text })), ...tags],
    "x-tagGroups": [
      { name: "Guides", tags: guides.map(({ title }) => title) },
      { name: "Operations", tags: tags.map(({ name }) => name) }
    ],
    paths: Object.fromEntries(paths)
  }
}
