import { describe, expect, it } from "@effect/vitest"
import { DataExportType, Health } from "@tributary/core"
import { FastCheck as fc, Schema } from "effect"

const outcome = fc.record({
  data_export_type: fc.constantFrom(...DataExportType.literals),
  health: fc.constantFrom(...Health.HealthName.literals),
  endpoint: fc.option(fc.webPath(), { nil: null })
})

describe("Health", () => {
  it("has the rows of the contract [contract: health-names]", () => {
    const rows = Object.entries(Health.healthTable).map(([name, row]) => [
      name,
      row.status,
      row.resolution_owner,
      row.description
    ])
    expect(rows).toEqual([
      ["HEALTHY", "HEALTHY", "SERVICE", "connection is healthy"],
      ["EXECUTION_TIMEOUT", "UNHEALTHY", "SERVICE", "execution timeout"],
      ["RATE_LIMIT_EXCEEDED", "UNHEALTHY", "SERVICE", "rate limit exceeded"],
      ["VENDOR_CLIENT_ERROR", "UNHEALTHY", "SERVICE", "source tool returned a 4xx answer"],
      ["INTERNAL_ERROR", "UNHEALTHY", "SERVICE", "internal error"],
      ["VENDOR_SERVER_ERROR", "UNHEALTHY", "VENDOR", "source tool returned a 5xx answer"],
      ["UNAUTHORIZED", "UNHEALTHY", "CUSTOMER", "connection is unauthorized"]
    ])
  })

  it("names a connection after the failure with the highest precedence [contract: health-precedence]", () => {
    const order = [
      "UNAUTHORIZED",
      "EXECUTION_TIMEOUT",
      "RATE_LIMIT_EXCEEDED",
      "VENDOR_SERVER_ERROR",
      "VENDOR_CLIENT_ERROR",
      "INTERNAL_ERROR"
    ] as const
    for (const [index, first] of order.entries()) {
      const failures = order.slice(index).map((health) => ({ data_export_type: "idp" as const, health, endpoint: "/" }))
      expect(Health.fold(failures.reverse()).name).toBe(first)
    }
  })

  it("is healthy, without details, if nothing failed [contract: healthy]", () => {
    expect(Health.fold([])).toEqual(Health.healthy)
    expect(Health.fold([{ data_export_type: "idp", health: "HEALTHY", endpoint: null }])).toEqual(Health.healthy)
    expect(Health.healthy).toMatchObject({ name: "HEALTHY", details: null })
  })

  it.prop(
    "lists exactly the failing exports; the rest follows from the name [contract: health-fields]",
    [fc.array(outcome)],
    ([all]) => {
      const health = Health.fold(all)
      const failing = all.filter((each) => each.health !== "HEALTHY")
      const { name, details, ...row } = health
      expect(details?.map((detail) => [detail.data_export_type, detail.endpoint]) ?? []).toEqual(
        failing.map((each) => [each.data_export_type, each.endpoint ?? ""])
      )
      expect(row).toEqual(Health.healthTable[name])
      expect(name === "HEALTHY").toBe(failing.length === 0)
      expect(Schema.is(Health.Health)(health)).toBe(true)
    }
  )
})
