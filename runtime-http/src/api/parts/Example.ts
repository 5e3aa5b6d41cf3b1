import type { OpenApi } from "@effect/platform"

type Operation = OpenApi.OpenAPISpecOperation

/** One request that the demo was sent and its answer. */
export interface Example {
  /** The body of the request; absent if the operation takes none. */
  readonly body?: unknown
  /** The body of the answer; absent if the answer has none. */
  readonly answer?: unknown
}

/** Adds the example to each media type of a body. */
const shown = <A extends { readonly content?: object }>(described: A, example: unknown): A =>
  described.content === undefined || example === undefined
    ? described
    : {
        ...described,
        content: Object.fromEntries(
          Object.entries(described.content).map(([type, media]) => [type, { ...media, example }])
        )
      }

/** Adds the example to the body of an operation and to its success. */
export const added = (operation: Operation, { answer, body }: Example = {}): Operation => ({
  ...operation,
  ...(operation.requestBody === undefined ? {} : { requestBody: shown(operation.requestBody, body) }),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      Number(status) < 300 ? shown(response, answer) : response
    ])
  )
})
