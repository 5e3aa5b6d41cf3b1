import { generateKeyPairSync, verify } from "node:crypto"
import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { github } from "../src/index.js"
import { API, codeAlert, replies } from "./fixtures/replies.js"

const CODE_REPLY = "GET /orgs/acme/code-scanning/alerts"

describe("GitHub's deltas", () => {
  const since = "2024-05-04T00:00:00.000Z"
  const pages = (rows: ReadonlyArray<object>) => rows.map((row) => ({ body: [row] }))

  it("read the alerts that changed last, until one that changed before", async () => {
    const [newest, older] = pages([
      { ...codeAlert, number: 8, updated_at: "2024-05-06T00:00:00Z" },
      { ...codeAlert, number: 9, updated_at: "2024-05-01T00:00:00Z" }
    ])
    const next = `<${API}/orgs/acme/code-scanning/alerts?sort=updated&direction=desc&after=c3>; rel="next"`
    const first = {
      ...newest,
      headers: { link: `<${API}/orgs/acme/code-scanning/alerts?sort=updated&direction=desc&after=c2>; rel="next"` }
    }
    const report = await ConnectorTest.run(github, {
      replies: {
        ...replies,
        [`${CODE_REPLY}?sort=updated&direction=desc`]: first,
        [`${CODE_REPLY}?sort=updated&direction=desc&after=c2`]: { ...older, headers: { link: next } }
      },
      since
    })
    expect(report.failures).toEqual([])
    expect(report.records["sast_issue"]?.map(({ vendor_id }) => vendor_id)).toEqual([
      "7001/code-scanning/8",
      "7001/code-scanning/9"
    ])
    expect(report.requests.some(({ url }) => url.includes("after=c3"))).toBe(false)
  })
})

describe("A GitHub App", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  const token = String(privateKey.export({ type: "pkcs1", format: "pem" }))

  it("signs for the token of its installation, with which the lists are read", async () => {
    const { requests } = await ConnectorTest.run(github, {
      credentials: { token, app_installation: "42/77" },
      replies: {
        ...replies,
        "POST /app/installations/77/access_tokens": {
          status: 201,
          body: { token: "ghs_1", expires_at: "2099-01-01T00:00:00Z" }
        }
      }
    })
    const [asked, ...lists] = requests
    const [, jwt = ""] = asked?.headers["authorization"]?.split(" ") ?? []
    const [header = "", payload = "", signature = ""] = jwt.split(".")
    expect(
      verify("RSA-SHA256", Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, "base64url"))
    ).toBe(true)
    const { exp, iat, iss } = JSON.parse(String(Buffer.from(payload, "base64url")))
    expect({ iss, lasts: exp - iat }).toEqual({ iss: "42", lasts: 540 })
    expect(new Set(lists.map(({ headers }) => headers["authorization"]))).toEqual(new Set(["Bearer ghs_1"]))
  })
})
