import type { ConnectSessionConnection } from "../../api/schemas.generated.js"
import { nameIn, useTag, useTexts } from "../../texts/Texts.js"
import { Button, ButtonLink } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import layout from "../../ui/Layout.module.css"
import { Named } from "../../ui/Named.js"
import { Notice } from "../../ui/Notice.js"
import { StatusList, StatusRow, type Tone } from "../../ui/StatusList.js"
import type { Ending } from "../Flow.js"
import * as Progress from "../Progress.js"
import { Lack } from "./Lack.js"
import { Unanswered } from "./Unanswered.js"

const tones: Readonly<Record<Progress.Stage, Tone>> = {
  waiting: "idle",
  running: "busy",
  ready: "good",
  failing: "warn"
}

const TypeRow = ({
  isStale,
  progress: { count, problems, stage, type }
}: {
  readonly progress: Progress.TypeProgress
  /** Whether the page no longer updates, so that nothing moves as if it did. */
  readonly isStale: boolean
}) => {
  const { live, types } = useTexts()
  const tag = useTag()
  const number = count === null ? "" : new Intl.NumberFormat(tag).format(count)
  const said: Readonly<Record<Progress.Stage, string>> = {
    waiting: live.waiting,
    running: count === null || count === 0 ? live.starting : live.running(number),
    ready: live.records(count ?? 0, number),
    failing: live.failing
  }
  return (
    <StatusRow name={nameIn(types, type)} tone={isStale && stage === "running" ? "idle" : tones[stage]}>
      <p>{said[stage]}</p>
      {problems.map((problem) => (
        <Lack key={problem.id} problem={problem} />
      ))}
    </StatusRow>
  )
}

/** The stored connection, and how far its first reading is. */
export const LiveScreen = ({
  connection,
  isRenewal,
  isUnanswered,
  onClose,
  product,
  returnUrl,
  stale,
  vendorName
}: {
  readonly connection: ConnectSessionConnection
  readonly vendorName: string
  /** Whether the connection has worked before. */
  readonly isRenewal: boolean
  /** Whether no answer comes how far it is. */
  readonly isUnanswered: boolean
  /** What has ended the session; null while it is open. */
  readonly stale: Ending | null
  readonly product: string | null
  /** Where the customer goes back to; null for nowhere. */
  readonly returnUrl: string | null
  /** Closes the page within the product's; null if it is not within one. */
  readonly onClose: (() => void) | null
}) => {
  const { live } = useTexts()
  const { problems, standing, types } = Progress.make(connection, isRenewal)
  const said: Readonly<Record<Progress.Standing, { readonly title: string; readonly text: string }>> = {
    reading: isRenewal || connection.has_read ? live.again : live.reading,
    complete: isRenewal ? live.doneAgain : live.done,
    partly: live.partly,
    paused: live.paused,
    stopped: live.stopped
  }
  const { text, title } = said[standing]
  const isWell = problems.length === 0 && (standing === "reading" || standing === "complete")
  return (
    <div className={layout["screen"]}>
      <Heading>
        <Named name={vendorName} text={live.title} />
      </Heading>
      <div role="status">
        <Notice title={title} tone={isWell ? "good" : "warn"}>
          {problems.map((problem) => (
            <Lack key={problem.id} problem={problem} />
          ))}
          <p>{text}</p>
        </Notice>
      </div>
      <StatusList label={live.progress}>
        {types.map((each) => (
          <TypeRow isStale={stale !== null} key={each.type} progress={each} />
        ))}
      </StatusList>
      {isUnanswered ? <Unanswered /> : null}
      {stale === null ? null : <p className={layout["muted"]}>{stale === "expired" ? live.expired : live.revoked}</p>}
      {onClose === null ? null : <Button onClick={onClose}>{live.finish}</Button>}
      {onClose === null && returnUrl !== null ? (
        <ButtonLink href={returnUrl}>
          <Named name={product} text={live.back} />
        </ButtonLink>
      ) : null}
      {onClose === null && returnUrl === null ? <p className={layout["muted"]}>{live.closeWindow}</p> : null}
    </div>
  )
}
