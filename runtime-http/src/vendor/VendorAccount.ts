import { Context } from "effect"

/** The account whose share of look-ups, sockets and memory a request to a vendor uses; what belongs to no account has a share of its own. */
export class VendorAccount extends Context.Reference<VendorAccount>()("@tributary/runtime-http/VendorAccount", {
  defaultValue: (): string => ""
}) {}
