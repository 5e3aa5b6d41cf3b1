import type { VendorError, VendorHttp } from "@tributary/core"
import { AwsErrors } from "@tributary/core/aws"

/** AWS documents no error of its own for a region without Inspector, so the words of the message tell it from a missing permission. */
export const classify: (answer: VendorHttp.RawAnswer) => VendorError.VendorError | null = AwsErrors.classifyFor({
  name: "Inspector",
  message: /not (?:been |yet )?(?:enabled|activated|subscribed)/i
})
