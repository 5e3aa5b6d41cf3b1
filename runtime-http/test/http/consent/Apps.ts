import { createPublicKey, generateKeyPairSync, verify } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Authentication, Connector, ConsentVisit, Credentials, Pagination } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as ConsentVendor from "./ConsentVendor.js"
import { CLIENT, type Issuer } from "./Issuer.js"

/** The installation of whoever visits, and one of another customer. */
export const INSTALLATION = "700"
export const STRANGER = "701"

/** A vendor whose customers install the operator's app, which signs its requests for tokens. */
export interface Apps {
  readonly origin: string
  /** Which installations there are. */
  readonly installed: Set<string>
  /** Whether the page of the installation only requests it. */
  onlyRequests: boolean
  /** Whether the connector's proof has a bug. */
  isBroken: boolean
  /** The installations for which the API was read. */
  readonly read: Array<string>
}

const keys = generateKeyPairSync("rsa", { modulusLength: 2_048 })

/** The key of the operator's app. */
export const PRIVATE_KEY = String(keys.privateKey.export({ type: "pkcs8", format: "pem" }))

/** What the operator sets for the app. */
export const APP = { ...CLIENT, private_key: PRIVATE_KEY, app_slug: "our-app" }

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

/** Whether the app has signed this token, and names itself in it. */
const isOfApp = (token: string): boolean => {
  const [head = "", claims = "", signature = ""] = token.split(".")
  const key = createPublicKey(PRIVATE_KEY)
  const isSigned = verify("sha256", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"))
  const { iss } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { readonly iss?: unknown }
  return isSigned && iss === CLIENT.client_id
}

/** Starts the vendor, whose customers sign in at the issuer. */
export const start = (issuer: Issuer, redirectUri: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const apps: Apps = { origin, installed: new Set([STRANGER]), onlyRequests: false, isBroken: false, read: [] }
      const install = (query: URLSearchParams, response: ServerResponse) => {
        const back = new URL(redirectUri)
        back.searchParams.set("state", query.get("state") ?? "")
        back.searchParams.set("setup_action", apps.onlyRequests ? "request" : "install")
        if (!apps.onlyRequests) {
          apps.installed.add(INSTALLATION)
          back.searchParams.set("installation_id", INSTALLATION)
        }
        response.writeHead(302, { location: back.href }).end()
      }
      server.on("request", (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "", origin)
        const bearer = (request.headers.authorization ?? "").replace("Bearer ", "")
        const [, forTokens] = /^\/installations\/(\d+)\/tokens$/.exec(pathname) ?? []
        const [, reads] = /^of-(\d+)$/.exec(bearer) ?? []
        if (pathname === "/apps/our-app/new") install(searchParams, response)
        else if (pathname === "/user/installations") {
          void issuer
            .isValid(bearer)
            .then((isValid) => json(response, isValid ? 200 : 401, { installations: [{ id: Number(INSTALLATION) }] }))
        } else if (forTokens !== undefined) {
          if (!isOfApp(bearer)) json(response, 401, {})
          else if (!apps.installed.has(forTokens)) json(response, 404, { error: "not_installed" })
          else json(response, 201, { token: `of-${forTokens}`, expires_in: 3_600 })
        } else {
          if (reads !== undefined) apps.read.push(reads)
          json(response, reads === undefined ? 401 : 200, { items: [{ id: "u1", name: "Ada" }] })
        }
      })
      return { apps, server }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  ).pipe(Effect.map(({ apps }) => apps))

const users = ConsentVendor.usersOf("APPS")

/** A connector whose only way to sign in is the installation of the operator's app. */
export const connectorOf = (issuer: Issuer, apps: Apps) => {
  const { origin } = apps
  return Connector.make({
    vendor: "APPS",
    name: "Apps",
    description: "A connector for tests.",
    category: "ITSM",
    authType: "OAUTH2_AUTHORIZATION_CODE",
    docsUrl: "https://example.com/docs",
    credentials: Schema.Struct({
      app: Credentials.appConsent({
        title: "Install the app",
        help: "An owner installs it.",
        grantPage: {
          url: `${origin}/apps/{app_slug}/new`,
          brings: ["installation_id"],
          missing: "An owner has to approve it."
        },
        authorizeUrl: `${issuer.origin}/auth`,
        tokenUrl: `${issuer.origin}/token`,
        scopes: ["users.read"],
        ownClient: { needs: ["app_slug", "private_key"] },
        proof: {
          facts: ["installation_id"],
          of: ({ brought: { installation_id = "" }, get }) =>
            Effect.flatMap(get(`${origin}/user/installations`), ({ body }) => {
              if (apps.isBroken) return Effect.dieMessage("a bug")
              return Pagination.at(body, "installations.0.id") === Number(installation_id)
                ? Effect.succeed({ installation_id })
                : new ConsentVisit.Unproven({ text: "You may not see this installation." })
            })
        }
      }),
      installation_id: Credentials.fact({ title: "Installation ID", help: "The installation." })
    }),
    http: ({ app: { clientId, privateKey }, installation_id }) => ({
      baseUrl: origin,
      auth: {
        url: `${origin}/installations/${installation_id}/tokens`,
        headers: { authorization: Authentication.signedJwt({ key: privateKey, issuer: clientId, prefix: "Bearer " }) },
        token: "token"
      }
    }),
    check: "/users",
    exports: { itsm_users: [users] }
  })
}
