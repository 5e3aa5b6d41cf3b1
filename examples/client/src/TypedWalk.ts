import { HttpApiClient, type HttpApiError, HttpClient, HttpClientRequest } from "@effect/platform"
import type { HttpClientError } from "@effect/platform/HttpClientError"
import type { Records } from "@tributary/core"
import { type ApiError, TributaryApi } from "@tributary/runtime-http/api"
import { Effect, Option, type ParseResult, Schedule, Stream } from "effect"
import type { Access } from "./Access.js"

/** The errors of a request for a page: an API error, no answer, or an answer that does not match the contract. */
export type PageError = ApiError | HttpClientError | ParseResult.ParseError | HttpApiError.HttpApiDecodeError

/** A user, with or without the arrays that the include flags add. */
export type User = Records.IdpUser | Records.IdpUserWithEntities

/** The typed client: a method for every operation of the contract, with typed parameters, answers and errors. */
const client = ({ baseUrl, apiKey, connectionId }: Access) =>
  HttpApiClient.make(TributaryApi, {
    // The base address ends in `/v1`, which the contract's paths already begin with.
    baseUrl: baseUrl.replace(/\/v1$/, ""),
    transformClient: HttpClient.mapRequest(
      HttpClientRequest.setHeaders({ "X-API-KEY": apiKey, "X-CONNECTION-ID": connectionId })
    )
  })

const isTooMany = (error: PageError): boolean => error._tag === "ApiError" && error.status === 429

/** Emits every page of the connection's users with their groups, oldest change first; retries after a 429. */
export const userPages = (
  access: Access,
  limit = 100
): Stream.Stream<ReadonlyArray<User>, PageError, HttpClient.HttpClient> =>
  Stream.unwrap(
    Effect.map(client(access), ({ idp }) =>
      Stream.paginateEffect(Option.none<string>(), (cursor) =>
        idp
          .listIdpUsers({
            urlParams: {
              enableCursor: true,
              limit,
              excludeTotal: true,
              includeIdpGroups: true,
              includeIdpApplications: false,
              ...(Option.isSome(cursor) ? { cursor: cursor.value } : {})
            }
          })
          .pipe(
            Effect.retry({ while: isTooMany, schedule: Schedule.spaced("1 second") }),
            Effect.map((page) => {
              const next = "next_cursor" in page ? page.next_cursor : null
              return [page.items, Option.map(Option.fromNullable(next), Option.some)]
            })
          )
      )
    )
  )
