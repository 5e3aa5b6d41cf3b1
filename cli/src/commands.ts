import * as Operator from "./operator/OperatorCommands.js"

/** Every command of `tributary`; those of the operator come from the runtime, if it is installed. */
export const commands = Operator.commands
