import { okta } from "@tributary/connector-okta"
import { Connector } from "@tributary/core"
import { startDemoVendor } from "@tributary/example-demo-vendor"
import { openApiDocument } from "@tributary/runtime-http/api"
import { describe, it } from "vitest"
import { connectors } from "../../../examples/server/src/connectors.js"
import * as Scripts from "../../../examples/server/src/sandbox/Scripts.js"
import * as Service from "../../support/Service.js"
import * as StableAnswers from "../../support/StableAnswers.js"
import * as ScriptedServer from "../../support/vendor/ScriptedServer.js"
import * as ExampleRequests from "./ExampleRequests.js"

/** What the examples show of the customer whose Okta is the vendor of the demo. */
const HOST = "acme.okta.com"
const TOKEN = "00abc"
const credentials = { base_url: `https://${HOST}`, api_token: TOKEN }

/** What the people of the demo have done reaches up to this instant. */
const TODAY = Date.parse("2026-01-05T09:00:00Z")

const render = (examples: object) =>
  [
    "// Written by `pnpm generate` from what the demo is sent and answers: edit tests/e2e/api/ExampleRequests.ts.",
    'import type { Example } from "./Example.js"',
    "",
    `export const examples: Readonly<Record<string, Example>> = ${JSON.stringify(examples, null, 2)}`,
    ""
  ].join("\n")

/** The operations in the order of the document, and those that change something after all that only read. */
const operations = Object.entries(openApiDocument().paths)
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, id: operation.operationId }))
  )
  .toSorted((a, b) => Number(a.method !== "get") - Number(b.method !== "get"))

describe("the examples of the OpenAPI document", () => {
  it("are what the demo answers, and other vendors where it has no records (update them with pnpm generate)", async ({
    expect
  }) => {
    const since = new Date()
    const demo = await startDemoVendor({
      users: 50,
      token: TOKEN,
      changeEverySeconds: 0,
      rateLimit: 100_000,
      now: () => TODAY
    })
    const others = await ScriptedServer.start({
      ...Scripts.together(),
      "POST /rest/api/3/issue": { status: 201, body: { id: "102", key: "MILL-3", self: "https://vendor.example/102" } },
      "POST /tributary": { status: 204 }
    })
    const scripted = Scripts.overrides(
      Object.values(Scripts.scripts).flatMap(({ hosts }) => hosts),
      others.url
    )
    const service = await Service.start({
      connectors,
      settings: {
        TRIBUTARY_HOST_OVERRIDES: `${scripted["TRIBUTARY_HOST_OVERRIDES"]},${HOST}=${demo.url},${ExampleRequests.RECEIVER}=${others.url}`
      }
    })
    try {
      const ids = new Map<string, string>()
      // The connection of the demo is the first of the list.
      for (const connector of connectors.toSorted(
        (a, b) => Number(b.vendor === "OKTA") - Number(a.vendor === "OKTA")
      )) {
        const { vendor } = connector
        const given = vendor === "OKTA" ? { credentials } : Scripts.signInOf(connector)
        const types = [...Connector.defaultExportTypesOf(connector), ...(connector.optInExportTypes ?? [])]
        const { body, status, text } = await service.connect(vendor, given.credentials, {
          ...given,
          data_export_types: types
        })
        expect(status, `${vendor}: ${text}`).toBe(201)
        ids.set(vendor, body.id)
      }
      // The demo's log has nothing new, and a connection reads a log only if it chooses it.
      const script = await service.connect("OKTA", Scripts.signInOf(okta).credentials, {
        data_export_types: Connector.exportTypesOf(okta)
      })
      ids.set(ExampleRequests.LOGS, script.body.id)
      for (const id of ids.values()) await service.jobOf(id)

      const answers = StableAnswers.make(since)
      const asked = { service, demo, connectionOf: (vendor: string) => ids.get(vendor) ?? "", credentials }
      const examples: Record<string, unknown> = {}
      // What operators see depends on what the other operations do, such as on a connection that one of them makes.
      const isOfOperators = ({ path }: { readonly path: string }) => path.startsWith("/operator")
      const inOrder = operations.toSorted((a, b) => Number(isOfOperators(b)) - Number(isOfOperators(a)))
      for (const { id, path } of inOrder) {
        const { body, cut = (all) => all, path: url, ...init } = await ExampleRequests.of(asked, id, path)
        const sent = body === undefined ? {} : { body: JSON.stringify(body) }
        const answer = await service.call(url, { ...init, ...sent })
        expect(answer.status, `${id}: ${answer.text}`).toBeLessThan(300)
        examples[id] = answers.stable({
          ...(body === undefined ? {} : { body }),
          answer: answer.body === null ? answer.text : cut(answer.body)
        })
      }
      // The demo names its own address in what it answers, where Okta names the customer's.
      const source = render(examples).replaceAll(TOKEN, "...").replaceAll(new URL(demo.url).host, HOST)
      await expect(source).toMatchFileSnapshot("../../../runtime-http/src/api/parts/examples.generated.ts")
    } finally {
      await service.stop()
      others.stop()
      await demo.close()
    }
  })
})
