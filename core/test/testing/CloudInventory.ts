import { Connector, Credentials } from "@tributary/core"
import { Schema } from "effect"
import { assets } from "./CloudAssets.js"

/*
 * A connector whose only list fills two export types: a machine is a resource of the cloud and a device, a bucket is only a resource, and a
 * laptop is only a device.
 */

/** A connector with these extractors. */
export const connector = (
  exports: Connector.Exports = { devices: [assets], resources: [assets] }
): Connector.Connector =>
  Connector.make({
    vendor: "CLOUD_INVENTORY",
    name: "Cloud Inventory",
    description: "The machines, buckets and laptops of an invented company.",
    category: "CSPM",
    authType: "API_KEY",
    docsUrl: "https://inventory.example/docs",
    credentials: Schema.Struct({ token: Credentials.secret({ title: "API token", help: "Settings > API." }) }),
    http: ({ token }) => ({ baseUrl: "https://inventory.example", headers: { authorization: token } }),
    check: "/me",
    exports
  })

const asset = (id: string, type: string) => ({ id, name: `Asset ${id}`, type, host: `${id}.example`, region: "eu-1" })

const first = [asset("a1", "machine"), asset("a2", "bucket"), asset("a3", "laptop"), asset("a4", "machine")]
const second = [asset("a5", "bucket"), asset("a6", "machine"), asset("a7", "laptop")]

export const replies = {
  "GET /me": { body: {} },
  "GET /assets": { body: { assets: first, next: "2", total: 7 } },
  "GET /assets?after=2": { body: { assets: second, next: null, total: 7 } }
}
