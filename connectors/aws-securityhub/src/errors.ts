import type { VendorError, VendorHttp } from "@tributary/core"
import { AwsErrors } from "@tributary/core/aws"

/** The error name of a region without Security Hub, InvalidAccessException, also covers keys without the permission, so the message decides. */
export const classify: (answer: VendorHttp.RawAnswer) => VendorError.VendorError | null = AwsErrors.classifyFor({
  name: "Security Hub",
  message: /not subscribed to AWS Security ?Hub/i
})
