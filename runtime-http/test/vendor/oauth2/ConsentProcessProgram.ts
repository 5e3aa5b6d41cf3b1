// A process that uses the tokens of a consent. It says which steps of a renewal it reaches, and waits at one of them if it is asked to.
import { OAuth2Protocol } from "@tributary/core/oauth2"
import { Clock, Effect, Layer, Redacted } from "effect"
import { Consents, make as makeConsents } from "../../../src/store/consent/Consents.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import * as ConsentTokens from "../../../src/vendor/oauth2/ConsentTokens.js"
import * as OAuth2Clients from "../../../src/vendor/oauth2/OAuth2Clients.js"
import * as VendorClient from "../../../src/vendor/VendorClient.js"
import type { Installation, Request, Step, Told } from "./ConsentProcess.js"

const { clients, id, masterKey, oauth2, url }: Installation = JSON.parse(process.env["INSTALLATION"] ?? "")

const tell = (told: Told) => void process.send?.(told)

let haltAt: Step | null = null
let goOn = () => {}

const reach = (step: Step) =>
  Effect.async<void>((resume) => {
    goOn = () => resume(Effect.void)
    tell({ step })
    if (step !== haltAt) goOn()
  })

const consents = Effect.map(makeConsents, (store) =>
  Consents.of({
    ...store,
    lease: (...args) => Effect.tap(store.lease(...args), (lease) => reach(lease === null ? "waiting" : "leased")),
    renew: (...args) => Effect.zipRight(reach("renewed"), store.renew(...args))
  })
)

/** How far the clock is ahead of that of the machine: by as long as somebody says that the process was frozen. */
let aheadMillis = 0
const clock: Clock.Clock = Object.assign(Object.create(Clock.make()), {
  unsafeCurrentTimeNanos: () => Clock.make().unsafeCurrentTimeNanos() + BigInt(aheadMillis) * 1_000_000n
})

const services = ConsentTokens.layer.pipe(
  Layer.provide(
    Layer.merge(
      Layer.effect(Consents, consents),
      Layer.provide(OAuth2Protocol.layer, VendorClient.layer({ allowLoopback: true }))
    )
  ),
  Layer.provide(
    Layer.merge(
      Database.layerUrl({ url: Redacted.make(url), maxConnections: 4 }),
      Layer.effect(Vault, Effect.map(MasterKeys.parse(Redacted.make(masterKey)), Vault.make))
    )
  ),
  Layer.provide(Layer.effect(OAuth2Clients.OAuth2Clients, Effect.orDie(OAuth2Clients.parse(Redacted.make(clients)))))
)

const source = { url: oauth2.tokenUrl, held: { as: id, oauth2 } }

const program = Effect.gen(function* () {
  const { of } = yield* ConsentTokens.ConsentTokens
  const answer = (callers: number) =>
    Effect.gen(function* () {
      const headers = Array.from({ length: callers }, () => of(source).header)
      const [errors, tokens] = yield* Effect.partition(headers, (header) => header, { concurrency: "unbounded" })
      tell({
        tokens: tokens.map((header) => Redacted.value(header).replace("Bearer ", "")),
        errors: errors.map(({ message }) => message)
      })
    })
  process.on("message", (request: Request) => {
    if ("frozenMillis" in request) {
      aheadMillis += request.frozenMillis
      goOn()
      return
    }
    haltAt = request.haltAt
    Effect.runFork(Effect.withClock(answer(request.callers), clock))
  })
  tell({ step: "ready" })
  return yield* Effect.never
})

Effect.runFork(Effect.provide(program, services))
