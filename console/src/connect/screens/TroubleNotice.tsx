import { useEffect, useState } from "react"
import { useTexts } from "../../texts/Texts.js"
import { Notice } from "../../ui/Notice.js"
import { Said } from "../../ui/Said.js"
import type { Trouble } from "../Flow.js"
import { isPassing, nameOf } from "../TroubleName.js"

/**
 * What a request has failed with. What the API says of it comes first, such as which tenant was expected; for what this page has no sentence, it has
 * one. `isKept` says whether the customer has entered something.
 */
export const TroubleNotice = ({
  isKept,
  trouble: { failure, said }
}: {
  readonly isKept: boolean
  readonly trouble: Trouble
}) => {
  const { trouble } = useTexts()
  const name = nameOf(failure)
  const { text, title } = trouble[name]
  const message = failure.is === "api" && failure.message !== "" ? failure.message : null
  const words = message === null ? trouble.unexplained : <Said>{message}</Said>
  return (
    <Notice isUrgent title={title} tone="bad">
      {said.map((sentence) => (
        <p key={sentence}>
          <Said>{sentence}</Said>
        </p>
      ))}
      {said.length > 0 ? null : <p>{text ?? words}</p>}
      {isKept && isPassing(name) ? <p>{trouble.kept}</p> : null}
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
