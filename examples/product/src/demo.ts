import { readFile } from "node:fs/promises"
import { Client } from "@tributary/client"
import * as Product from "./Product.js"

/** Runs the product against the service of `npm start`, and makes there what an operator makes once: an organization and a webhook. */

const port = Number(process.env["PORT"] ?? 4020)
const origin = `http://localhost:${port}`
const receiver = `http://127.0.0.1:${port}/webhooks/tributary`

const demoFile = new URL("../../../.tributary/demo.json", import.meta.url)
const demo = await readFile(demoFile, "utf8").then(
  (text) => JSON.parse(text) as Readonly<Record<"api_key" | "base_url" | "demo_vendor_url", string>>,
  () => {
    throw new Error(
      `Cannot read ${demoFile.pathname}: run npm start in the root of the repository first, and leave it running.`
    )
  }
)
const client = Client.make({ baseUrl: demo.base_url, apiKey: demo.api_key })

const identifier = "example-product"
const [known] = (await client.listOrganizations({ identifier })).items
const organization = known ?? (await client.createOrganization({ body: { name: "Globex", identifier } }))

// Only the answer that makes a webhook has its secret.
for (const { id, url } of (await client.listWebhooks()).items) {
  if (url === receiver) await client.deleteWebhook({ webhook_id: id })
}
const { secret } = await client.createWebhook({
  body: { url: receiver, events: ["connection.created", "connection.health_changed", "job.finished"] }
})

await Product.start({
  baseUrl: demo.base_url,
  apiKey: demo.api_key,
  organizationId: organization.id,
  webhookSecret: secret ?? "",
  port
})

console.log(`
The product runs at ${origin}. Ctrl-C stops it.

Connect Okta there, with the demo vendor's credentials:
  address   ${demo.demo_vendor_url}
  token     demo-okta-token, or the latest one that the next command has printed

Then let the vendor revoke the token, which prints the next one, choose "Sync now", and reconnect:
  curl -s -X POST ${demo.demo_vendor_url}/__demo/revoke
`)
