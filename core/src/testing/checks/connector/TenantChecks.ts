import { Effect, Exit } from "effect"
import type { Connector } from "../../../Connector.js"
import * as Tenant from "../../../http/Tenant.js"
import { VendorHttp } from "../../../http/VendorHttp.js"
import { runAction } from "../../run/ActionRun.js"
import { run } from "../../run/ConnectorRun.js"
import { settingsOf } from "../../run/TestCredentials.js"
import { describeFailures, insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"

/** The connector with another reading of its rows. */
const reading = (connector: Connector, ofRow: NonNullable<Tenant.Tenant["ofRow"]>): Connector => ({
  ...connector,
  http: (credentials) => {
    const settings = connector.http(credentials)
    return { ...settings, tenant: { ...Tenant.declared(settings), ofRow } }
  }
})

/** What a connector must say about its tenant, as far as it declares one. */
export const tenantChecks = ({ connector, options }: ConnectorUnderTest): ReadonlyArray<Check> => {
  const { covers, id, ofRow } = Tenant.declared(settingsOf(connector, options))

  const said = async () => {
    const ask = Effect.flatMap(VendorHttp, ({ tenant }) => Effect.all([tenant.id, tenant.covered]))
    const { exit } = await runAction(connector, ask, options)
    if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
    return exit.value
  }
  const identity: Check = {
    name: "the vendor says who the tenant is",
    run: async () => {
      const [name] = await said()
      insist(name !== null, () => "tenant.id: the scripted answer names no tenant, or several; check its path.")
    }
  }
  const closed: Check = {
    name: "the vendor says which tenants the credentials cover",
    run: async () => {
      const [, all] = await said()
      insist(all !== null, () => "tenant.covers: a scripted answer has no list of tenants; check its path.")
    }
  }
  const named: Check = {
    name: "rows name their tenant, and those of another tenant are refused before their page is stored",
    run: async () => {
      const names = new Set<string>()
      const noting = reading(connector, (row, endpoint) => {
        const name = ofRow?.(row, endpoint)
        if (typeof name === "string") names.add(name)
        return name
      })
      await run(noting, options)
      insist(names.size > 0, () => "tenant.ofRow: no scripted row names its tenant; check its path.")
      const [, all] = await said()
      // An open set refuses nothing.
      if (all === null) return
      const foreign = reading(connector, (row, endpoint) => (ofRow?.(row, endpoint) ? "another tenant" : null))
      const report = await run(foreign, options)
      insist(
        report.health.name === "VENDOR_SERVER_ERROR",
        () => `Rows of another tenant: expected VENDOR_SERVER_ERROR, saw ${describeFailures(report)}.`
      )
    }
  }
  return [
    ...(typeof id === "object" && id !== null ? [identity] : []),
    ...(covers === undefined ? [] : [closed]),
    // A set that is closed for rows that name nothing would refuse none.
    ...(ofRow === undefined && covers === undefined ? [] : [named])
  ]
}
