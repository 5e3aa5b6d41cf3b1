import { HttpApiClient, type HttpApiError } from "@effect/platform"
import type { HttpClientError } from "@effect/platform/HttpClientError"
import type { Records } from "@tributary/core"
import { type ApiError, TributaryApi } from "@tributary/runtime-http/api"
import { Effect, type ParseResult } from "effect"

/** Type tests of the typed client: `tsc` checks them and nothing runs them; a type that degrades to `any` fails. */

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_Claim extends true>(): void => {}

export const program = Effect.gen(function* () {
  const { cspm, entities, idp } = yield* HttpApiClient.make(TributaryApi)
  const common = { enableCursor: true, limit: 1, excludeTotal: true }

  const users = idp.listIdpUsers({
    urlParams: { ...common, includeIdpGroups: true, includeIdpApplications: false }
  })
  type Failure = ApiError | HttpClientError | ParseResult.ParseError | HttpApiError.HttpApiDecodeError
  holds<Equals<Effect.Effect.Error<typeof users>, Failure>>()
  const page = yield* users
  type User = (typeof page.items)[number]
  holds<Equals<User["email_addr"], string>>()
  // @ts-expect-error only the variant with entities has `groups`
  type _Groups = User["groups"]
  const [user] = page.items
  if (user !== undefined && "groups" in user) {
    holds<Equals<typeof user.groups, Records.IdpUserWithEntities["groups"]>>()
    holds<Equals<typeof user.group_ids, ReadonlyArray<string> | undefined>>()
    holds<Equals<typeof user.application_count, number | undefined>>()
  }

  const group = yield* entities.getDeviceGroup({ path: { device_group_id: "id" }, urlParams: {} })
  holds<Equals<(typeof group)["device_ids"], Records.DeviceGroup["device_ids"]>>()
  if ("meta" in group) holds<Equals<NonNullable<typeof group.meta>["updated_at"], string>>()
  // @ts-expect-error a device group has no field `colour`
  group.colour

  const ofGroups = { includeIdpUsers: false, includeIdpApplications: false }
  // @ts-expect-error a limit is a number
  yield* idp.listIdpGroups({ urlParams: { ...common, ...ofGroups, limit: "1" } })

  const findings = yield* cspm.listComplianceFindings({
    urlParams: { ...common, includeCompliances: false, includeRule: true }
  })
  const [finding] = findings.items
  if (finding !== undefined && "rule" in finding) {
    holds<Equals<typeof finding.rule, Records.ComplianceFindingWithEntities["rule"]>>()
  }
})
