import { generateKeyPairSync } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Authentication, Connector, Credentials } from "@tributary/core"
import { Effect, Schema } from "effect"
import Provider from "oidc-provider"
import * as ConsentVendor from "./ConsentVendor.js"
import { CLIENT } from "./Issuer.js"

/** The tenant whose administrator visits, and another one, which has consented to the same application before. */
export const TENANT = "11111111-2222-4333-8444-555555555555"
export const STRANGER = "99999999-8888-4777-8666-555555555555"

export const ADMINISTRATOR = "62e90394-69f5-4237-9190-012177145e10"

/** Where administrators of tenants sign in and consent, and an API that takes the tokens of the application for one tenant. */
export interface Directory {
  readonly origin: string
  /** Which tenants have the application. */
  readonly consented: Set<string>
  /** The roles of whoever signs in; undefined if the tokens do not say them. */
  roles: ReadonlyArray<string> | undefined
  /** Whether the administrator gives the consent. */
  gives: boolean
  /** Whether the keys are others than those that sign. */
  hasOtherKeys: boolean
  /** The secret of the application that counts. */
  secret: string
  /** The tenants for which the API was read. */
  readonly read: Array<string>
}

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

const formOf = async (request: IncomingMessage) => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

const otherKeys = () => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  return { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "keystore-CHANGE-ME", alg: "RS256", use: "sig" }] }
}

/** Starts a directory whose application may send browsers back to this address. */
export const start = (redirectUri: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const directory: Directory = {
        origin,
        consented: new Set([STRANGER]),
        roles: [ADMINISTRATOR],
        gives: true,
        hasOtherKeys: false,
        secret: CLIENT.client_secret,
        read: []
      }
      const provider = new Provider(`${origin}/${TENANT}/v2.0`, {
        clients: [
          {
            ...CLIENT,
            application_type: "native",
            redirect_uris: [redirectUri],
            grant_types: ["authorization_code"],
            response_types: ["code"],
            token_endpoint_auth_method: "client_secret_post"
          }
        ],
        claims: { openid: ["sub", "tid", "wids"] },
        conformIdTokenClaims: false,
        cookies: { keys: ["only for tests"] },
        features: { devInteractions: { enabled: true } },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => ({ sub: id, tid: TENANT, ...(directory.roles === undefined ? {} : { wids: directory.roles }) })
        }),
        routes: {
          authorization: "/organizations/oauth2/v2.0/authorize",
          jwks: "/organizations/discovery/v2.0/keys",
          token: "/organizations/oauth2/v2.0/token"
        },
        scopes: ["openid", "profile"]
      })
      const handle = provider.callback()
      const consent = (query: URLSearchParams, response: ServerResponse) => {
        const back = new URL(query.get("redirect_uri") ?? "")
        back.searchParams.set("state", query.get("state") ?? "")
        if (directory.gives) {
          directory.consented.add(TENANT)
          back.searchParams.set("admin_consent", "True")
          back.searchParams.set("tenant", TENANT)
        } else back.searchParams.set("error", "access_denied")
        response.writeHead(302, { location: back.href }).end()
      }
      const giveToken = async (tenant: string, request: IncomingMessage, response: ServerResponse) => {
        const form = await formOf(request)
        if (form.get("client_secret") !== directory.secret) {
          json(response, 401, { error: "invalid_client", error_codes: [7000215] })
        } else if (!directory.consented.has(tenant)) {
          json(response, 401, { error: "invalid_client", error_codes: [7000229] })
        } else
          json(response, 200, { access_token: `application of ${tenant}`, expires_in: 3_600, token_type: "Bearer" })
      }
      server.on("request", (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "", origin)
        const [, ofTenant] = /^\/([0-9a-f-]{36})\/oauth2\/v2\.0\/token$/.exec(pathname) ?? []
        const [, reads] = /^Bearer application of (.+)$/.exec(request.headers.authorization ?? "") ?? []
        if (pathname === "/organizations/v2.0/adminconsent") consent(searchParams, response)
        else if (ofTenant !== undefined) void giveToken(ofTenant, request, response)
        else if (pathname === "/organizations/discovery/v2.0/keys" && directory.hasOtherKeys) {
          json(response, 200, otherKeys())
        } else if (pathname === "/users") {
          if (reads !== undefined) directory.read.push(reads)
          const page = { items: [{ id: "u1", name: "Ada" }] }
          if (reads === undefined || !directory.consented.has(reads)) json(response, 401, {})
          else json(response, 200, page)
        } else void handle(request, response)
      })
      return { directory, server }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  ).pipe(Effect.map(({ directory }) => directory))

const users = ConsentVendor.usersOf("DIRECTORY")

/** A connector whose only way to sign in is the consent of an administrator. */
export const connectorOf = ({ origin }: Directory) =>
  Connector.make({
    vendor: "DIRECTORY",
    name: "Directory",
    description: "A connector for tests.",
    category: "ITSM",
    authType: "OAUTH2_AUTHORIZATION_CODE",
    docsUrl: "https://example.com/docs",
    credentials: Schema.Struct({
      app: Credentials.adminConsent({
        title: "Sign in with Directory",
        help: "An administrator allows it to read users.",
        authority: origin,
        resource: origin,
        permissions: ["User.Read.All"]
      }),
      tenant_id: Credentials.fact({ title: "Tenant ID", help: "The tenant." })
    }),
    http: ({ app: { clientId, clientSecret }, tenant_id }) => ({
      baseUrl: origin,
      tenant: { id: tenant_id },
      auth: Authentication.clientCredentials({
        url: `${origin}/${tenant_id}/oauth2/v2.0/token`,
        clientId,
        clientSecret
      })
    }),
    check: "/users",
    exports: { itsm_users: [users] }
  })
