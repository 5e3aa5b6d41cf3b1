import { Fragment } from "react"
import type { ConnectSessionConnection } from "../../api/schemas.generated.js"
import { nameIn, useTag, useTexts } from "../../texts/Texts.js"
import { Button, ButtonLink } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import layout from "../../ui/Layout.module.css"
import { Notice } from "../../ui/Notice.js"
import { StatusList, StatusRow, type Tone } from "../../ui/StatusList.js"
import * as Progress from "../Progress.js"

const tones: Readonly<Record<Progress.Stage, Tone>> = {
  waiting: "idle",
  running: "busy",
  ready: "good",
  failing: "warn"
}

const TypeRow = ({ progress: { count, problems, stage, type } }: { readonly progress: Progress.TypeProgress }) => {
  const { live, result, types } = useTexts()
  const tag = useTag()
  const number = count === null ? "" : new Intl.NumberFormat(tag).format(count)
  const said: Readonly<Record<Progress.Stage, string>> = {
    waiting: live.waiting,
    running: count === null || count === 0 ? live.starting : live.running(number),
    ready: live.records(count ?? 0, number),
    failing: live.failing
  }
  return (
    <StatusRow name={nameIn(types, type)} tone={tones[stage]}>
      <p>{said[stage]}</p>
      {problems.map((problem) => (
        <Fragment key={problem.id}>
          <p>{problem.customer_message}</p>
          <p>{result.who[problem.resolution_owner]}</p>
        </Fragment>
      ))}
    </StatusRow>
  )
}

/** The stored connection, and how far its first reading is. */
export const LiveScreen = ({
  connection,
  hasRead,
  isReconnect,
  isStale,
  onClose,
  product,
  returnUrl,
  vendorName
}: {
  readonly connection: ConnectSessionConnection
  readonly vendorName: string
  readonly hasRead: boolean
  readonly isReconnect: boolean
  readonly isStale: boolean
  readonly product: string | null
  /** Where the customer goes back to; null for nowhere. */
  readonly returnUrl: string | null
  /** Closes the page within the product's; null if it is not within one. */
  readonly onClose: (() => void) | null
}) => {
  const { live } = useTexts()
  const progress = Progress.make(connection, hasRead)
  const going = isReconnect ? live.again : live.reading
  const done = progress.isComplete ? live.done : live.partly
  const { text, title } = progress.isFinished ? done : going
  return (
    <div className={layout["screen"]}>
      <Heading>{live.title(vendorName)}</Heading>
      <div role="status">
        <Notice title={title} tone={progress.isFinished && !progress.isComplete ? "warn" : "good"}>
          <p>{text}</p>
        </Notice>
      </div>
      <StatusList label={live.progress}>
        {progress.types.map((each) => (
          <TypeRow key={each.type} progress={each} />
        ))}
      </StatusList>
      {isStale ? <p className={layout["muted"]}>{live.stale}</p> : null}
      {onClose === null ? null : <Button onClick={onClose}>{live.finish}</Button>}
      {onClose === null && returnUrl !== null ? <ButtonLink href={returnUrl}>{live.back(product)}</ButtonLink> : null}
      {onClose === null && returnUrl === null ? <p className={layout["muted"]}>{live.closeWindow}</p> : null}
    </div>
  )
}
