import { FetchHttpClient } from "@effect/platform"
import { Client, type CursorPage, type Failure, type IdpGroup, type IdpUser } from "@tributary/client/effect"
import { Layer, type Stream } from "effect"
import type { Access } from "./Access.js"

/** A user with the array that the include flag adds. */
export type User = IdpUser & { readonly groups: ReadonlyArray<IdpGroup> }

/** The client for the server and the connection of the settings. */
export const layer = (access: Access): Layer.Layer<Client> =>
  Client.layer(access).pipe(Layer.provide(FetchHttpClient.layer))

/** Emits every page of the connection's users with their groups, oldest change first; waits and retries after a 429. */
export const userPages = (limit = 100): Stream.Stream<CursorPage<User>, Failure, Client> =>
  Client.pages("listIdpUsers", { limit, includeIdpGroups: true })
