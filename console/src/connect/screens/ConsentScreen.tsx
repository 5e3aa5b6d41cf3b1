import { useState } from "react"
import type { ConnectSessionConnection } from "../../api/schemas.generated.js"
import { useTexts } from "../../texts/Texts.js"
import { Button, ButtonLink, Spinner } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import layout from "../../ui/Layout.module.css"
import { Named } from "../../ui/Named.js"
import { Notice } from "../../ui/Notice.js"
import { Said } from "../../ui/Said.js"
import { webAddressOf } from "../../ui/WebAddress.js"
import { Unanswered } from "./Unanswered.js"

/**
 * While the customer consents in another window. Whether that window is open says nothing, so the page asks its session, and always offers
 * to open it again.
 */
export const ConsentScreen = ({
  connection: { consent },
  isBlocked,
  isUnanswered,
  onOpen,
  product,
  returnUrl,
  vendorName
}: {
  readonly connection: ConnectSessionConnection
  readonly vendorName: string
  /** Whether the browser has allowed no window. */
  readonly isBlocked: boolean
  /** Whether no answer comes how far the connection is. */
  readonly isUnanswered: boolean
  readonly onOpen: (address: string) => void
  readonly product: string | null
  /** Where the customer can go back to; null for nowhere. */
  readonly returnUrl: string | null
}) => {
  const { consent: texts, live } = useTexts()
  /** What the customer has read and tried again after. */
  const [former, setFormer] = useState<string | null>(null)
  const address = webAddressOf(consent?.authorize_url ?? null)
  const problem = consent?.problem ?? null
  // It is gone while the customer is at the vendor's page again, so that the same words are news after that.
  if (problem === null && former !== null) setFormer(null)
  if (address === null) {
    return (
      <div className={layout["screen"]}>
        <Heading>{texts.unavailable.title}</Heading>
        <p>{problem === null ? texts.unavailable.text : <Said>{problem}</Said>}</p>
        {isUnanswered ? <Unanswered /> : null}
        {returnUrl === null ? null : (
          <div className={layout["actions"]}>
            <ButtonLink href={returnUrl} look="quiet">
              <Named name={product} text={live.back} />
            </ButtonLink>
          </div>
        )}
      </div>
    )
  }
  const isFailed = problem !== null && problem !== former
  const open = (at: string) => {
    setFormer(problem)
    onOpen(at)
  }
  return (
    <div className={layout["screen"]}>
      <Heading>
        <Named name={vendorName} text={texts.title} />
      </Heading>
      {isFailed ? (
        <Notice isUrgent title={texts.failed} tone="bad">
          <p>
            <Said>{problem}</Said>
          </p>
        </Notice>
      ) : null}
      {isBlocked ? (
        <p>
          <Named name={vendorName} text={texts.blocked} />
        </p>
      ) : null}
      {!isBlocked && !isFailed ? (
        <p>
          <Named name={vendorName} text={texts.text} />
        </p>
      ) : null}
      <div className={layout["actions"]}>
        {isBlocked ? (
          <ButtonLink href={address} isNew>
            <Named name={vendorName} text={texts.open} />
          </ButtonLink>
        ) : (
          <Button look={isFailed ? "primary" : "quiet"} onClick={() => open(address)}>
            {isFailed ? texts.tryAgain : texts.openAgain}
          </Button>
        )}
      </div>
      {isFailed ? null : (
        <p className={`${layout["muted"]} ${layout["waiting"]}`} role="status">
          <Spinner />
          <span>{texts.waiting}</span>
        </p>
      )}
      {isUnanswered ? <Unanswered /> : null}
      {problem === null || isFailed ? null : (
        <p className={`${layout["muted"]} ${layout["small"]}`}>
          {texts.last} <Said>{problem}</Said>
        </p>
      )}
    </div>
  )
}
