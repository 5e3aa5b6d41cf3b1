import { useEffect, useState } from "react"
import type { Failure } from "../../api/Failure.js"
import { type Texts, useTexts } from "../../texts/Texts.js"
import { Notice } from "../../ui/Notice.js"
import type { Trouble } from "../Flow.js"

type Name = Exclude<keyof Texts["trouble"], "tryAgain" | "wait">

/** What the codes of the API mean to a customer. */
const byCode: Readonly<Record<string, Name>> = {
  ADDRESS_INVALID: "rejected",
  CONNECTOR_STOPPED: "stopped",
  CREDENTIALS_MALFORMED: "rejected",
  CREDENTIALS_REJECTED: "rejected",
  QUOTA_EXCEEDED: "quota",
  TENANT_CHANGED: "rejected",
  VENDOR_LIMITED: "vendorLimited",
  VENDOR_UNAVAILABLE: "vendorAway"
}

const nameOf = (failure: Failure): Name => {
  if (failure.is === "network") return "network"
  const known = byCode[failure.code ?? ""]
  if (known !== undefined) return known
  if (failure.status === 429) return "limited"
  return failure.status >= 500 ? "server" : "rejected"
}

/** What a request has failed with. What the API says of it follows, such as which tenant was expected. */
export const TroubleNotice = ({ trouble: { failure, said } }: { readonly trouble: Trouble }) => {
  const name = nameOf(failure)
  const { text, title } = useTexts().trouble[name]
  return (
    <Notice isUrgent title={title} tone="bad">
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {said.length > 0 && name === "rejected" ? null : <p>{text}</p>}
    </Notice>
  )
}

const SECOND = 1_000

/** The seconds until an instant, which go by; 0 if there is none, or once it has passed. */
export const useSecondsUntil = (until: number | null): number => {
  const [now, setNow] = useState(() => Date.now())
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / SECOND))
  useEffect(() => {
    if (until === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [until])
  return left
}
