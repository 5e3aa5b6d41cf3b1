import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import * as SpanRecorder from "../../../../../tests/support/telemetry/SpanRecorder.js"
import { dataHeaders, makeTenant, send, serve, testLayer } from "../../TestServer.js"

it("creates a span for each request that its sender traces, without its query", async () => {
  const { layer, spans } = SpanRecorder.make()
  const server = await serve(
    testLayer({
      credentialTest: {
        test: () =>
          Effect.succeed({ isValid: true, message: "", dataExportTypes: [], problems: [] }).pipe(
            Effect.withSpan("connection.test")
          )
      }
    }).pipe(Layer.provide(layer))
  )
  const tenant = await server.run(makeTenant)
  // What the test itself did is traced, too.
  spans.length = 0
  const url = `${server.origin}/v1/cspm/compliance_findings?controls=a-customers-control&cursor=token`
  const traceparent = (flags: string, id = "a") => ({ traceparent: `00-${id.repeat(32)}-${"b".repeat(16)}-${flags}` })
  const { organization, connection } = tenant
  const test = `${server.origin}/v1/provisioning/organizations/${organization.id}/connections/${connection.id}/test`
  await send(url, { headers: dataHeaders(tenant) })
  await send(url, { headers: { ...dataHeaders(tenant), ...traceparent("00") } })
  await send(url, { headers: { ...dataHeaders(tenant), ...traceparent("01", "0") } })
  await send(url, { headers: { ...dataHeaders(tenant), b3: "x-y" } })
  const tested = await send(test, { headers: dataHeaders(tenant) })
  // Making the tenant has used its key, which is noted some time later.
  const others = () =>
    spans.filter(({ attributes }) => !String(attributes.get("db.query.text")).includes("last_used_at"))
  expect([tested.status, others()]).toEqual([200, []])
  await send(url, { headers: { ...dataHeaders(tenant), ...traceparent("01") } })
  await server.stop()
  expect(others().map(({ name, attributes }) => [name, Object.fromEntries(attributes)])).toEqual([
    [
      "http.server GET",
      {
        "http.request.method": "GET",
        "http.route": "/v1/cspm/compliance_findings",
        "http.response.status_code": 422,
        "tributary.request_id": expect.any(String),
        "url.path": "/v1/cspm/compliance_findings"
      }
    ]
  ])
  expect(JSON.stringify(spans.map(({ attributes }) => [...attributes]))).not.toMatch(/customers-control|token/)
})
