import { Command } from "@effect/cli"
import { Effect, Layer } from "effect"
import * as RuntimeConfig from "../RuntimeConfig.js"
import * as RuntimeDatabase from "../RuntimeDatabase.js"
import { DefaultQuotas } from "../store/accounts/AccountQuotas.js"
import * as AccountUsage from "../store/accounts/AccountUsage.js"
import * as ApiKeys from "../store/accounts/ApiKeys.js"
import * as OperatorKeys from "../store/accounts/OperatorKeys.js"
import * as Actor from "../store/audit/Actor.js"
import * as AuditLog from "../store/audit/AuditLog.js"
import * as Erasures from "../store/erasure/Erasures.js"
import * as ConnectorStops from "../store/jobs/ConnectorStops.js"
import * as DeletionDecisions from "../store/jobs/DeletionDecisions.js"
import * as SyncSchedule from "../store/schedule/SyncSchedule.js"

/** Built only when a command runs, so that `--help` needs no database. */
const stores = Layer.unwrapEffect(
  Effect.map(RuntimeConfig.load, (config) =>
    Layer.mergeAll(
      ApiKeys.layerIn(config.region),
      OperatorKeys.layer,
      AccountUsage.layerIn(config.region).pipe(
        Layer.provide(Layer.succeed(DefaultQuotas, RuntimeConfig.quotasOf(config)))
      ),
      ConnectorStops.layer,
      AuditLog.layer,
      Layer.merge(DeletionDecisions.layer, Erasures.layerIn(config.region)).pipe(Layer.provide(SyncSchedule.layer))
    ).pipe(Layer.provideMerge(RuntimeDatabase.forCommand(config)))
  )
)

/** A command that uses the stores, and says why it cannot. */
export const onStores = <Name extends string, R, E, A>(command: Command.Command<Name, R, E, A>) =>
  Command.transformHandler(Command.provide(command, stores), (effect) =>
    Effect.flatMap(RuntimeConfig.load, (config) =>
      Actor.by(Effect.mapError(effect, RuntimeDatabase.explained(config)), Actor.ofCommand)
    )
  )
