import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import type { ConnectClient } from "../api/ConnectClient.js"
import { failureOf } from "../api/Failure.js"
import * as Draft from "./Draft.js"
import { chosenOf, type Event, isOver, type Request, type State } from "./Flow.js"
import { waitingOf } from "./HostNews.js"
import type { SessionStore } from "./SessionStore.js"

/** What makes the requests of a page. */
export interface Requests {
  /** The requests to the API. */
  readonly client: ConnectClient
  /** The token of the session. */
  readonly store: SessionStore
  /** The token of the link; null once it is of no use. */
  readonly link: { readonly token: string | null }
  /** Takes the token of the link out of the address, once it is of no use. */
  readonly onOpened: () => void
}

/** While nobody sees the page, nothing is asked; when it is seen again, at once. */
const POLL_MILLIS = 2_000

/** Makes a request; the event says what came of it. */
const run = async ({ client, link, onOpened, store }: Requests, state: State, request: Request): Promise<Event> => {
  const token = store.read() ?? ""
  const chosen = chosenOf(state)
  const body = () => {
    if (chosen === null) throw new Error("No connector is chosen.")
    return Draft.toBody(chosen.connector, chosen.view, chosen.draft)
  }
  const requests: Readonly<Record<Request["is"], () => Promise<Event>>> = {
    open: async () => {
      if (store.read() === null) {
        const opened = await client.open(link.token ?? "", store.opener())
        store.keep(opened.token)
      }
      onOpened()
      return { is: "viewed", view: await client.view(store.read() ?? "") }
    },
    test: async () => ({ is: "tested", test: await client.test(token, body()) }),
    connect: async () => ({ is: "stored", connection: await client.connect(token, body()) }),
    look: async () => ({ is: "stored", connection: await client.connection(token) })
  }
  return requests[request.is]()
}

/** Makes the request that the state waits for, and asks again and again how far a stored connection is. */
export const useRequests = (requests: Requests, state: State, dispatch: (event: Event) => void): void => {
  const { request, screen } = state
  const { mutate } = useMutation({
    mutationFn: (request: Request) => run(requests, state, request),
    networkMode: "always",
    onSuccess: dispatch,
    onError: (error) => dispatch({ is: "failed", failure: failureOf(error), now: Date.now() })
  })
  useEffect(() => {
    if (request !== null) mutate(request)
  }, [mutate, request])

  const { isFirst, view } = state
  const isReconnect = view !== null && view.connection !== null
  useEffect(() => {
    if (isReconnect) requests.store.keepFirst(isFirst)
  }, [isFirst, isReconnect, requests])

  const waiting = waitingOf(state)
  useEffect(() => requests.store.keepWaiting(waiting), [requests, waiting])

  const isEnded = isOver(state)
  useEffect(() => {
    if (!isEnded) return
    requests.store.remove()
    requests.onOpened()
  }, [isEnded, requests])

  const isPolling = (screen.is === "consent" || screen.is === "live") && !isEnded
  const poll = useQuery({
    queryKey: ["connection"],
    queryFn: () => requests.client.connection(requests.store.read() ?? ""),
    enabled: isPolling,
    networkMode: "always",
    refetchInterval: POLL_MILLIS,
    // What is missed once is asked again soon.
    retry: false,
    // An answer also says that there is one, so it counts if it is the same as before.
    structuralSharing: false
  })
  useEffect(() => {
    if (poll.data !== undefined) dispatch({ is: "polled", connection: poll.data })
  }, [dispatch, poll.data])
  useEffect(() => {
    if (poll.error !== null) dispatch({ is: "missed", failure: failureOf(poll.error) })
  }, [dispatch, poll.error])
}
