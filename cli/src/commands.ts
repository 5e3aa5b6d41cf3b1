import { newCommand } from "./new/newCommand.js"
import * as Operator from "./operator/OperatorCommands.js"
import { tryCommand } from "./try/tryCommand.js"

/** Every command of `tributary`; those of the operator come from the runtime, if it is installed. */
export const commands = [tryCommand, newCommand, ...Operator.commands] as const
