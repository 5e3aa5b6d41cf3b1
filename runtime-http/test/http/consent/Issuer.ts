import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import Provider from "oidc-provider"

/** A real authorization server on this machine, which gives a new refresh token with each renewal, and takes the use of a former one for theft. */
export interface Issuer {
  readonly origin: string
  /** How often its token endpoint has renewed tokens, and how often it has refused to. */
  readonly renewals: { done: number; refused: number }
  /** What its token endpoint answers instead of tokens; null if it gives them. */
  failure: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null
  /** What happens before its token endpoint answers. */
  beforeTokens: () => Promise<void>
  /** How many requests its token endpoint has got. */
  asked: number
  /** The scopes that the customer unticks on the page, which nobody else sees. */
  unticked: ReadonlyArray<string>
  /** The scopes of an access token; null if it is not valid now. */
  readonly scopesOf: (token: string) => Promise<ReadonlyArray<string> | null>
  /** Whether an access token is valid now. */
  readonly isValid: (token: string) => Promise<boolean>
  /** Ends one access token, and not the consent. */
  readonly revoke: (token: string) => Promise<void>
  /** Ends every consent, as an administrator does on the vendor's page. */
  readonly revokeAll: () => Promise<void>
  /** How long access tokens live, in seconds. */
  lifetimeSecs: number
}

/** The address of the page without some of the scopes that it asks for, as if the customer had unticked them. */
const withoutScopes = (address: string, unticked: ReadonlyArray<string>): string => {
  const url = new URL(address, "http://issuer.example")
  const asked = url.searchParams.get("scope")?.split(" ") ?? []
  url.searchParams.set("scope", asked.filter((scope) => !unticked.includes(scope)).join(" "))
  return `${url.pathname}${url.search}`
}

export const CLIENT = { client_id: "tributary", client_secret: "client-secret-5d0c" } as const

/** Starts an issuer whose client may send browsers back to this address. */
export const start = (redirectUri: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const issuer: { -readonly [Name in keyof Issuer]: Issuer[Name] } = {
        origin,
        renewals: { done: 0, refused: 0 },
        failure: null,
        beforeTokens: async () => {},
        asked: 0,
        unticked: [],
        scopesOf: async (token) => (await provider.AccessToken.find(token))?.scope?.split(" ") ?? null,
        lifetimeSecs: 3_600,
        isValid: async (token) => (await provider.AccessToken.find(token)) !== undefined,
        revoke: async (token) => {
          await (await provider.AccessToken.find(token))?.destroy()
        },
        revokeAll: async () => {
          for (const grantId of grants) await provider.RefreshToken.revokeByGrantId(grantId)
          for (const grantId of grants) await provider.AccessToken.revokeByGrantId(grantId)
        }
      }
      const grants = new Set<string>()
      const provider = new Provider(origin, {
        clients: [
          {
            ...CLIENT,
            application_type: "native",
            redirect_uris: [redirectUri],
            grant_types: ["authorization_code", "refresh_token"],
            response_types: ["code"],
            token_endpoint_auth_method: "client_secret_post"
          }
        ],
        cookies: { keys: ["only for tests"] },
        features: { devInteractions: { enabled: true } },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
        issueRefreshToken: () => true,
        rotateRefreshToken: true,
        scopes: ["users.read", "groups.read"],
        ttl: {
          AccessToken: () => issuer.lifetimeSecs,
          AuthorizationCode: 60,
          Grant: 86_400,
          Interaction: 600,
          RefreshToken: 86_400,
          Session: 86_400
        }
      })
      provider.on("grant.success", ({ oidc }) => {
        const { grantId } = oidc.entities.RefreshToken ?? {}
        if (grantId !== undefined) grants.add(grantId)
        if (oidc.params?.grant_type === "refresh_token") issuer.renewals.done += 1
      })
      provider.on("grant.error", ({ oidc }) => {
        if (oidc.params?.grant_type === "refresh_token") issuer.renewals.refused += 1
      })
      const handle = provider.callback()
      server.on("request", (request, response) => {
        if (request.url === "/token") {
          issuer.asked += 1
          const { failure } = issuer
          if (failure !== null) {
            response.writeHead(failure.status, failure.headers).end()
            return
          }
          void issuer.beforeTokens().then(() => handle(request, response))
          return
        }
        if (request.url?.startsWith("/auth?") === true) request.url = withoutScopes(request.url, issuer.unticked)
        void handle(request, response)
      })
      return { issuer: issuer as Issuer, server }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  ).pipe(Effect.map(({ issuer }) => issuer))
