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
/** The keys that are remembered. Each process makes 24 a day, and a rewrap leaves one. */
const MAX_REMEMBERED = 1_000
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

  const current = Effect.gen(function* () {
    const now = yield* MonotonicTime.millis
    const known = sealing
    if (known !== null && isWithin(known, now, FRESH_MILLIS, FRESH_SEALS)) return known
    return yield* Effect.catchAll(ask(renewed), (error) =>
      known !== null && isWithin(known, now, USABLE_MILLIS, USABLE_SEALS) ? Effect.succeed(known) : error
    )
  }).pipe(
    turn.withPermits(1),
    Effect.tap((known) => {
      known.seals += 1
    })
  )

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
      const entry = remembered.getOrMake(wrapped.toString("base64"), now, () => ({
        key: null,
        unwrappedAt: now,
        usableUntil: now + USABLE_MILLIS,
        turn: Effect.unsafeMakeSemaphore(1)
      }))
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
