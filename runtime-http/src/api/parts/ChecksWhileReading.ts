import { Context } from "effect"

/**
 * The annotation that says whether a handler's own statement checks the key and the connection, which saves one for each request. What such
 * a handler returns without a statement, as an `Exit`, is sent only after a check.
 */
export class ChecksWhileReading extends Context.Reference<ChecksWhileReading>()(
  "@tributary/runtime-http/api/ChecksWhileReading",
  { defaultValue: () => false }
) {}
