import { createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto"
import { ExpiringMap, MonotonicTime } from "@tributary/core"
import { Effect } from "effect"
import { type KeyService, KeyServiceError } from "./KeyService.js"

/** A key that encrypts values, and what the key service made of it, which is stored beside each value. */
export interface DataKey {
  readonly wrapped: Buffer
  readonly key: KeyObject
}

/** The keys between a key service and the values: the service is asked once an hour, and not once a value. */
export interface DataKeys {
  /** The key that seals now. */
  readonly current: Effect.Effect<DataKey, KeyServiceError>
  /** The key of a value that was sealed earlier, maybe by another process. */
  readonly unwrap: (wrapped: Buffer) => Effect.Effect<KeyObject, KeyServiceError>
}

const HOUR_MILLIS = 3_600_000
/** After this time a key is renewed, or unwrapped again. */
const FRESH_MILLIS = HOUR_MILLIS
/** For this long a key is used while the service is unavailable. */
const USABLE_MILLIS = 24 * HOUR_MILLIS
/** After so many seals a key is renewed. Random nonces are safe for 2^32 seals under one key. */
const FRESH_SEALS = 2 ** 20
/** After so many seals a key seals no more, even while the service is unavailable. */
const USABLE_SEALS = 2 ** 28
/** The keys that are remembered, of a few hundred bytes each; the least recently used goes. Each process makes 24 a day, whose values stay until a rewrap. */
const MAX_REMEMBERED = 100_000
/** For so long nobody asks again after the service was unavailable: requests would wait for it one after the other. */
const PAUSE_MILLIS = 2_000

interface Sealing extends DataKey {
  readonly madeAt: number
  seals: number
}

interface Remembered {
  /** Null until the service has unwrapped it for the first time. */
  key: KeyObject | null
  /** When it was last unwrapped. */
  unwrappedAt: number
  /** Until then it is used while the service is unavailable. */
  usableUntil: number
  readonly turn: Effect.Semaphore
}

const wrongBytes = (service: KeyService) =>
  new KeyServiceError({
    reason: "Unavailable",
    message: `The key service "${service.id}" did not return the key that it had wrapped. Check that TRIBUTARY_KEY_SERVICE_URL leads to a key that encrypts and decrypts.`
  })

/** Makes data keys with this service. */
export const make = (service: KeyService): DataKeys => {
  const remembered = new ExpiringMap<Remembered>(({ usableUntil }, now) => now > usableUntil, MAX_REMEMBERED)
  const turn = Effect.unsafeMakeSemaphore(1)
  let sealing: Sealing | null = null
  let failure: { readonly error: KeyServiceError; readonly until: number } | null = null

  /** Asks the service, unless it was unavailable a moment ago. */
  const ask = <A>(question: Effect.Effect<A, KeyServiceError>): Effect.Effect<A, KeyServiceError> =>
    Effect.flatMap(MonotonicTime.millis, (now) =>
      failure !== null && now < failure.until
        ? failure.error
        : Effect.tapError(question, (error) =>
            Effect.map(MonotonicTime.millis, (at) => {
              if (error.reason === "Unavailable") failure = { error, until: at + PAUSE_MILLIS }
            })
          )
    )

  const unwrapNow = (wrapped: Uint8Array) =>
    Effect.flatMap(service.unwrap(wrapped), (bytes) =>
      bytes.length === 32 ? Effect.succeed(Buffer.from(bytes)) : wrongBytes(service)
    )

  const renewed = Effect.gen(function* () {
    const bytes = randomBytes(32)
    const wrapped = Buffer.from(yield* service.wrap(bytes))
    // What is sealed with a key that the service does not return is lost.
    if (!timingSafeEqual(yield* unwrapNow(wrapped), bytes)) return yield* wrongBytes(service)
    const madeAt = yield* MonotonicTime.millis
    const made: Sealing = { wrapped, key: createSecretKey(bytes), madeAt, seals: 0 }
    bytes.fill(0)
    sealing = made
    return made
  })

  const isWithin = ({ madeAt, seals }: Sealing, now: number, millis: number, count: number): boolean =>
    now - madeAt < millis && seals < count

  /** The key that seals now if it is usable, which may be after it is to be renewed. */
  const usable = Effect.map(MonotonicTime.millis, (now) =>
    sealing !== null && isWithin(sealing, now, USABLE_MILLIS, USABLE_SEALS) ? sealing : null
  )

  const isDue = Effect.map(
    MonotonicTime.millis,
    (now) => sealing === null || !isWithin(sealing, now, FRESH_MILLIS, FRESH_SEALS)
  )

  /** Whoever needs a key waits for it; of several who do, one asks. */
  const awaited = Effect.flatMap(usable, (known) => (known === null ? ask(renewed) : Effect.succeed(known))).pipe(
    turn.withPermits(1)
  )

  /** Nobody waits for it, and it does not end with the request that began it. A failure is told to whoever needs a key when none is usable. */
  const renewInBackground = Effect.flatMap(isDue, (due) => (due ? ask(renewed) : Effect.void)).pipe(
    Effect.ignore,
    turn.withPermitsIfAvailable(1),
    Effect.forkDaemon
  )

  const current = Effect.gen(function* () {
    const known = (yield* usable) ?? (yield* awaited)
    known.seals += 1
    if (yield* isDue) yield* renewInBackground
    return known
  })

  const isFresh = ({ key, unwrappedAt }: Remembered, now: number): boolean =>
    key !== null && now - unwrappedAt < FRESH_MILLIS

  const renew = (entry: Remembered, wrapped: Buffer) =>
    Effect.gen(function* () {
      const key = createSecretKey(yield* ask(unwrapNow(wrapped)))
      const now = yield* MonotonicTime.millis
      Object.assign(entry, { key, unwrappedAt: now, usableUntil: now + USABLE_MILLIS })
      return key
    })

  const unwrap: DataKeys["unwrap"] = (wrapped) =>
    Effect.gen(function* () {
      if (sealing?.wrapped.equals(wrapped) === true) return sealing.key
      const now = yield* MonotonicTime.millis
      const name = wrapped.toString("base64")
      const entry = remembered.getOrMake(name, now, () => ({
        key: null,
        unwrappedAt: now,
        usableUntil: now + USABLE_MILLIS,
        turn: Effect.unsafeMakeSemaphore(1)
      }))
      remembered.touch(name)
      return yield* Effect.suspend((): Effect.Effect<KeyObject, KeyServiceError> => {
        const { key } = entry
        if (key !== null && isFresh(entry, now)) return Effect.succeed(key)
        return Effect.catchAll(renew(entry, wrapped), (error) =>
          key !== null && error.reason === "Unavailable" ? Effect.succeed(key) : error
        )
      }).pipe(entry.turn.withPermits(1))
    })

  return { current, unwrap }
}
