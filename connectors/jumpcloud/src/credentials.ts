import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a JumpCloud organization. */
export const JumpCloudCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "JumpCloud console address",
    help: "Address of the JumpCloud Admin Console in your data center: https://console.jumpcloud.com (US), https://console.eu.jumpcloud.com (EU) or https://console.in.jumpcloud.com (India).",
    example: "https://console.jumpcloud.com"
  }),
  api_key: Credentials.secret({
    title: "API key",
    help: "API key of an administrator with the Read Only role, shown in the Admin Console: your initials at the top right > My API Key."
  }),
  org_id: Credentials.optional(
    Credentials.text({
      title: "Organization ID",
      help: "Only for administrators of several organizations: the ID of the organization, shown in its Admin Console: Settings > Organization Profile.",
      example: "5f6e7d8c9b0a1f2e3d4c5b6a"
    })
  )
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator with billing: Admin Console > Settings > Administrators > add an administrator with the role Read Only.",
  "Log in as that administrator, and open the menu at your initials, top right > My API Key.",
  "Generate the key, and copy it. JumpCloud shows it only once; generating another one revokes it."
]
