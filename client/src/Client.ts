import * as Answer from "./Answer.js"
import { ApiError } from "./ApiError.js"
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
} from "./Methods.js"
import * as MethodTable from "./MethodTable.js"
import * as NetworkError from "./NetworkError.js"
import type { Operation } from "./Operation.js"
import { type Operations, operations } from "./operations.generated.js"
import * as Request from "./Request.js"
import { type Settings as CommonSettings, timeoutOf } from "./Settings.js"
import { Walk } from "./Walk.js"

/** Which server a client calls, as whom, how patiently, and through which `fetch`. */
export interface Settings extends CommonSettings {
  /** The function that sends requests; that of the platform by default. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** What one call can have besides parameters. */
export interface CallOptions {
  /** Ends the call, and its pauses, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A method for each operation that is no list of records. */
type Calls = {
  readonly [Name in Exclude<keyof Operations, ListName>]: Record<never, never> extends Operations[Name]["parameters"]
    ? <const Given extends Operations[Name]["parameters"] = Operations[Name]["parameters"] & Nothing>(
        parameters?: Exact<Operations[Name]["parameters"], Given>,
        options?: CallOptions
      ) => Promise<AnswerOf<Name, Given>>
    : <const Given extends Operations[Name]["parameters"]>(
        parameters: Exact<Operations[Name]["parameters"], Given>,
        options?: CallOptions
      ) => Promise<AnswerOf<Name, Given>>
}

/** A method for one page by cursor of each list of records. */
type PagesByCursor = {
  readonly [Name in ListName]: Name extends PlainListName
    ? <const Given extends CursorParameters<Name> = CursorParameters<Name> & Nothing>(
        parameters?: Exact<CursorParameters<Name>, Given>,
        options?: CallOptions
      ) => Promise<CursorPage<ItemOf<Name, Given>>>
    : <const Given extends CursorParameters<Name>>(
        parameters: Exact<CursorParameters<Name>, Given>,
        options?: CallOptions
      ) => Promise<CursorPage<ItemOf<Name, Given>>>
}

/** A method for one page by offset of each list of records. */
type PagesByOffset = {
  readonly [Name in ListName as `${Name}${typeof BY_OFFSET}`]: Name extends PlainListName
    ? <const Given extends OffsetParameters<Name> = OffsetParameters<Name> & Nothing>(
        parameters?: Exact<OffsetParameters<Name>, Given>,
        options?: CallOptions
      ) => Promise<RecordOffsetPage<ItemOf<Name, Given>>>
    : <const Given extends OffsetParameters<Name>>(
        parameters: Exact<OffsetParameters<Name>, Given>,
        options?: CallOptions
      ) => Promise<RecordOffsetPage<ItemOf<Name, Given>>>
}

interface Walks {
  /**
   * Reads a whole list by cursor, page after page, and waits when the server asks for it: `for await (const user of client.walk("listIdpUsers"))`.
   * `updatedSince` selects what changed; `cursor` goes on where an earlier walk stopped.
   */
  walk<Name extends PlainListName, const Given extends CursorParameters<Name> = CursorParameters<Name> & Nothing>(
    list: Name,
    parameters?: Exact<CursorParameters<Name>, Given>,
    options?: CallOptions
  ): Walk<ItemOf<Name, Given>>
  walk<Name extends ListName, const Given extends CursorParameters<Name>>(
    list: Name,
    parameters: Exact<CursorParameters<Name>, Given>,
    options?: CallOptions
  ): Walk<ItemOf<Name, Given>>
}

/** Calls the API: a method for each operation, and `walk` for whole lists. */
export interface Client extends Calls, PagesByCursor, PagesByOffset, Walks {
  /** The same client for the records of another connection. */
  readonly withConnection: (connectionId: string) => Client
}

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted === true) end()
    else signal?.addEventListener("abort", end, { once: true })
  })

const answerTo = async (send: typeof fetch, url: string, init: RequestInit): Promise<Answer.Answer> => {
  const response = await send(url, init)
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: await response.text()
  }
}

/**
 * The answer, unless it takes too long. Not `AbortSignal.timeout`: its timer does not keep the process alive, which would end while it waits for
 * a connection that is gone.
 */
const answerWithin = async (
  seconds: number | null,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer.Answer>
): Promise<Answer.Answer> => {
  const attempt = new AbortController()
  const end = () => attempt.abort(signal?.reason)
  const timer =
    seconds === null ? undefined : setTimeout(() => attempt.abort(NetworkError.late(seconds)), seconds * 1000)
  if (signal?.aborted === true) end()
  else signal?.addEventListener("abort", end, { once: true })
  // A custom `fetch` may ignore the signal.
  const ended = new Promise<never>((_, reject) => {
    if (attempt.signal.aborted) reject(attempt.signal.reason)
    attempt.signal.addEventListener("abort", () => reject(attempt.signal.reason), { once: true })
  })
  try {
    return await Promise.race([ask(attempt.signal), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", end)
  }
}

const caller = (settings: Settings) => {
  const limit = timeoutOf(settings)
  return async (operation: Operation, parameters: Request.Parameters, options: CallOptions = {}): Promise<unknown> => {
    const { signal } = options
    const { url, ...request } = Request.make(settings, operation, parameters)
    const send = settings.fetch ?? globalThis.fetch
    // A header that no request can have is a mistake of the caller, and no failure of the network.
    const init = { ...request, headers: new Headers(request.headers) }
    const ask = (signal: AbortSignal) => answerTo(send, url, { ...init, signal })
    let failures = 0
    for (let sent = 1; ; sent += 1) {
      let seconds: number | null
      try {
        const answer = await answerWithin(limit, signal, ask)
        seconds = Answer.pauseOf(answer, operation, sent, settings)
        if (seconds === null) return Answer.resultOf(answer, operation)
      } catch (error) {
        if (error instanceof ApiError || signal?.aborted === true) throw error
        failures += 1
        seconds = NetworkError.pauseOf(operation, failures, sent, settings)
        if (seconds === null) throw new NetworkError.NetworkError({ method: request.method, url }, error)
      }
      await pause(seconds, signal)
    }
  }
}

/** Makes a client. It holds no connection open, so it need not be closed. */
export const make = (settings: Settings): Client => {
  const call = caller(settings)
  const walk = (list: ListName, parameters: Request.Parameters = {}, options?: CallOptions) =>
    new Walk(
      (page) => call(operations[list], { ...page, enableCursor: true }, options) as Promise<CursorPage<unknown>>,
      parameters
    )
  return {
    ...MethodTable.make(call),
    walk,
    withConnection: (connectionId: string) => make({ ...settings, connectionId })
  } as Client
}
