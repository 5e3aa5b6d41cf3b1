import { Cause, Effect, Exit, Option } from "effect"
import { checkOf } from "../../../Connector.js"
import type { HealthName } from "../../../contract/Health.js"
import * as Authentication from "../../../http/Authentication.js"
import { resolve } from "../../../http/Request.js"
import * as VendorError from "../../../http/VendorError.js"
import { VendorHttp } from "../../../http/VendorHttp.js"
import { runAction } from "../../run/ActionRun.js"
import { settingsOf } from "../../run/TestCredentials.js"
import { type Fault, match } from "../../vendor/ScriptedVendor.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { reportedFaults, status } from "../kit/Faults.js"

/** What the `check` of the connector must find out. No checks if the script has no answer to it. */
export const checkChecks = ({ connector, options }: ConnectorUnderTest): ReadonlyArray<Check> => {
  const request = checkOf(connector)
  const { body, endpoint, method = "GET" } = request
  const settings = settingsOf(connector, options)
  const { auth, decode, errors } = settings
  if (match(options.replies, method, resolve(settings, request), body) === null) return []

  const send = Effect.flatMap(VendorHttp, (http) => http.send(request))
  const errorOf = async (faults: ReadonlyArray<Fault> = []): Promise<VendorError.VendorError | null> => {
    const { exit } = await runAction(connector, send, { ...options, faults })
    if (Exit.isSuccess(exit)) return null
    const failure = Option.getOrNull(Cause.failureOption(exit.cause))
    if (failure === null) throw new Error(Cause.pretty(exit.cause))
    return failure
  }
  const told = (error: VendorError.VendorError | null) => (error === null ? "success" : error.message)
  const healthOf = (error: VendorError.VendorError | null): HealthName =>
    error === null ? "HEALTHY" : VendorError.healthOf(error)

  const works: Check = {
    name: `${endpoint}: the check succeeds with valid credentials, and tells refused ones`,
    run: async () => {
      const error = await errorOf()
      insist(error === null, () => `The check fails with the scripted answer: ${told(error)}.`)
      const refused = await errorOf([{ strikes: () => true, outcome: status(401) }])
      const isRefusal = refused !== null && VendorError.areCredentialsRefused(refused)
      insist(isRefusal, () => `401 must mean that the credentials are refused; saw ${told(refused)}.`)
    }
  }
  const token = auth === undefined ? null : Authentication.endpointOf(auth)
  const reported = reportedFaults(errors, decode).map(
    ({ health, name, outcome }): Check => ({
      name: `${endpoint}: the check fails after ${name}`,
      run: async () => {
        const error = await errorOf([{ strikes: ({ url }) => url.pathname !== token, outcome }])
        insist(healthOf(error) === health, () => `Expected ${health}, saw ${healthOf(error)} (${told(error)}).`)
      }
    })
  )
  return [works, ...reported]
}
