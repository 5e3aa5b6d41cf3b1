import { Context } from "effect"

/** The public base address of this deployment, such as `https://api.example.com/v1`; null if the operator has not set one. */
export class PublicUrl extends Context.Reference<PublicUrl>()("@tributary/runtime-http/PublicUrl", {
  defaultValue: (): string | null => null
}) {}
