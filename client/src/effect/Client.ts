import { HttpClient, HttpClientError, HttpClientRequest } from "@effect/platform"
import { Chunk, Context, Effect, Layer, Option, Redacted, Stream } from "effect"
import * as Answer from "../Answer.js"
import type { ApiError } from "../ApiError.js"
import type {
  AnswerOf,
  BY_OFFSET,
  CursorPage,
  CursorParameters,
  Exact,
  ItemOf,
  ListName,
  Nothing,
  OffsetParameters,
  PlainListName,
  RecordOffsetPage
} from "../Methods.js"
import * as MethodTable from "../MethodTable.js"
import * as NetworkError from "../NetworkError.js"
import type { Operation } from "../Operation.js"
import type { Operations } from "../operations.generated.js"
import * as Request from "../Request.js"
import { type Settings as CommonSettings, timeoutOf } from "../Settings.js"
import * as Walk from "../Walk.js"

/** Which server a client calls, as whom, and how patiently. */
export interface Settings extends Omit<CommonSettings, "apiKey"> {
  /** The API key. It gives access to everything of the account, so keep it away from browsers. */
  readonly apiKey: string | Redacted.Redacted
}

/** Why a call failed: the API's error, or no answer. The `HttpClientError` says the address of the request. */
export type Failure = ApiError | HttpClientError.HttpClientError

/** A method for each operation that is no list of records. */
type Calls = {
  readonly [Name in Exclude<keyof Operations, ListName>]: Record<never, never> extends Operations[Name]["parameters"]
    ? <const Given extends Operations[Name]["parameters"] = Operations[Name]["parameters"] & Nothing>(
        parameters?: Exact<Operations[Name]["parameters"], Given>
      ) => Effect.Effect<AnswerOf<Name, Given>, Failure>
    : <const Given extends Operations[Name]["parameters"]>(
        parameters: Exact<Operations[Name]["parameters"], Given>
      ) => Effect.Effect<AnswerOf<Name, Given>, Failure>
}

/** A method for one page by cursor of each list of records. */
type PagesByCursor = {
  readonly [Name in ListName]: Name extends PlainListName
    ? <const Given extends CursorParameters<Name> = CursorParameters<Name> & Nothing>(
        parameters?: Exact<CursorParameters<Name>, Given>
      ) => Effect.Effect<CursorPage<ItemOf<Name, Given>>, Failure>
    : <const Given extends CursorParameters<Name>>(
        parameters: Exact<CursorParameters<Name>, Given>
      ) => Effect.Effect<CursorPage<ItemOf<Name, Given>>, Failure>
}

/** A method for one page by offset of each list of records. */
type PagesByOffset = {
  readonly [Name in ListName as `${Name}${typeof BY_OFFSET}`]: Name extends PlainListName
    ? <const Given extends OffsetParameters<Name> = OffsetParameters<Name> & Nothing>(
        parameters?: Exact<OffsetParameters<Name>, Given>
      ) => Effect.Effect<RecordOffsetPage<ItemOf<Name, Given>>, Failure>
    : <const Given extends OffsetParameters<Name>>(
        parameters: Exact<OffsetParameters<Name>, Given>
      ) => Effect.Effect<RecordOffsetPage<ItemOf<Name, Given>>, Failure>
}

/** Calls the API: a method for each operation. */
export interface Service extends Calls, PagesByCursor, PagesByOffset {
  /** The same client for the records of another connection. */
  readonly withConnection: (connectionId: string) => Service
}

/** The method of a list, without the types that its parameters give it. */
type Read = (parameters: Request.Parameters) => Effect.Effect<CursorPage<unknown>, Failure>

interface Streams {
  <Name extends PlainListName, const Given extends CursorParameters<Name> = CursorParameters<Name> & Nothing>(
    list: Name,
    parameters?: Exact<CursorParameters<Name>, Given>
  ): Stream.Stream<ItemOf<Name, Given>, Failure, Client>
  <Name extends ListName, const Given extends CursorParameters<Name>>(
    list: Name,
    parameters: Exact<CursorParameters<Name>, Given>
  ): Stream.Stream<ItemOf<Name, Given>, Failure, Client>
}

interface Pages {
  <Name extends PlainListName, const Given extends CursorParameters<Name> = CursorParameters<Name> & Nothing>(
    list: Name,
    parameters?: Exact<CursorParameters<Name>, Given>
  ): Stream.Stream<CursorPage<ItemOf<Name, Given>>, Failure, Client>
  <Name extends ListName, const Given extends CursorParameters<Name>>(
    list: Name,
    parameters: Exact<CursorParameters<Name>, Given>
  ): Stream.Stream<CursorPage<ItemOf<Name, Given>>, Failure, Client>
}

const answerTo = (http: HttpClient.HttpClient, request: HttpClientRequest.HttpClientRequest) =>
  Effect.map(
    Effect.flatMap(http.execute(request), (response) => Effect.zip(Effect.succeed(response), response.text)),
    ([{ headers, status }, text]): Answer.Answer => ({ status, header: (name) => headers[name] ?? null, text })
  )

/** Whether no answer came, or half of one; other errors stay if the request is sent again. */
const isNoAnswer = ({ reason }: HttpClientError.HttpClientError): boolean =>
  reason === "Transport" || reason === "Decode"

const tooLate = (request: HttpClientRequest.HttpClientRequest, seconds: number) => () =>
  new HttpClientError.RequestError({ request, reason: "Transport", cause: NetworkError.late(seconds) })

const caller = (http: HttpClient.HttpClient, settings: CommonSettings) => {
  const limit = timeoutOf(settings)
  return (operation: Operation, parameters: Request.Parameters): Effect.Effect<unknown, Failure> =>
    Effect.gen(function* () {
      const { body, headers, method, url } = Request.make(settings, operation, parameters)
      const bare = HttpClientRequest.make(method as "GET")(url, { headers })
      const request = body === null ? bare : HttpClientRequest.bodyText(bare, body, "application/json")
      let failures = 0
      for (let sent = 1; ; sent += 1) {
        const asked = answerTo(http, request)
        const received = yield* Effect.either(
          limit === null
            ? asked
            : Effect.timeoutFail(asked, { duration: limit * 1_000, onTimeout: tooLate(request, limit) })
        )
        if (received._tag === "Left") {
          failures += 1
          const seconds = isNoAnswer(received.left) ? NetworkError.pauseOf(operation, failures, sent, settings) : null
          if (seconds === null) return yield* received.left
          yield* Effect.sleep(`${seconds} seconds`)
          continue
        }
        const answer = received.right
        const seconds = Answer.pauseOf(answer, operation, sent, settings)
        if (seconds === null) {
          return yield* Effect.try({
            try: () => Answer.resultOf(answer, operation),
            catch: (error) => error as ApiError
          })
        }
        yield* Effect.sleep(`${seconds} seconds`)
      }
    })
}

const service = (http: HttpClient.HttpClient, settings: CommonSettings): Service => {
  const call = caller(http, settings)
  return {
    ...MethodTable.make(call),
    withConnection: (connectionId: string) => service(http, { ...settings, connectionId })
  } as Service
}

const pages = (list: string, start: Request.Parameters = {}): Stream.Stream<CursorPage<unknown>, Failure, Client> =>
  Stream.unwrap(
    Effect.map(Client, (client) => {
      const read: Read | undefined = Reflect.get(client, list)
      if (read === undefined) return Stream.dieMessage(`There is no list ${list}.`)
      return Stream.paginateEffect({ parameters: start, asOf: null as string | null }, ({ asOf, parameters }) =>
        Effect.map(read(parameters), (page) => {
          const earliest = Walk.earlier(asOf, page.as_of)
          return [
            { ...page, as_of: earliest },
            Option.map(Option.fromNullable(Walk.next(parameters, page)), (next) => ({
              parameters: next,
              asOf: earliest
            }))
          ] as const
        })
      )
    })
  )

/** Calls the API from Effect programs. */
export class Client extends Context.Tag("@tributary/client/Client")<Client, Service>() {
  /** Makes a client that sends its requests through the `HttpClient`. */
  static readonly make = (settings: Settings): Effect.Effect<Service, never, HttpClient.HttpClient> =>
    Effect.map(HttpClient.HttpClient, (http) => {
      const { apiKey } = settings
      return service(http, { ...settings, apiKey: Redacted.isRedacted(apiKey) ? Redacted.value(apiKey) : apiKey })
    })

  /** The client as a layer. */
  static readonly layer = (settings: Settings): Layer.Layer<Client, never, HttpClient.HttpClient> =>
    Layer.effect(Client, Client.make(settings))

  /**
   * Reads a whole list by cursor, page after page, and waits when the server asks for it. `updatedSince` selects what
   * changed; `cursor` goes on where an earlier walk stopped.
   */
  static readonly stream = ((list: string, parameters?: Request.Parameters) =>
    pages(list, parameters).pipe(Stream.mapConcatChunk(({ items }) => Chunk.unsafeFromArray(items)))) as Streams

  /** The pages of `stream`, for a program that saves its place. `as_of` of each is the earliest so far: the last is the next `updatedSince`. */
  static readonly pages = pages as Pages
}
