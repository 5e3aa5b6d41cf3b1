import type { ConnectSessionConnection } from "../../api/schemas.generated.js"
import { useTexts } from "../../texts/Texts.js"
import { Button, ButtonLink, Spinner } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import layout from "../../ui/Layout.module.css"
import { Notice } from "../../ui/Notice.js"
import { webAddressOf } from "../../ui/WebAddress.js"

/**
 * While the customer consents in another window. Whether that window is open says nothing, so the page asks its session, and always offers
 * to open it again.
 */
export const ConsentScreen = ({
  connection: { consent },
  isBlocked,
  onOpen,
  vendorName
}: {
  readonly connection: ConnectSessionConnection
  readonly vendorName: string
  /** Whether the browser has allowed no window. */
  readonly isBlocked: boolean
  readonly onOpen: (address: string) => void
}) => {
  const texts = useTexts().consent
  const address = webAddressOf(consent?.authorize_url ?? null)
  const problem = consent?.problem ?? null
  return (
    <div className={layout["screen"]}>
      <Heading>{texts.title(vendorName)}</Heading>
      {problem === null ? null : (
        <Notice isUrgent title={texts.failed} tone="bad">
          <p>{problem}</p>
        </Notice>
      )}
      {address === null ? <p>{texts.unavailable}</p> : null}
      {address !== null && isBlocked ? <p>{texts.blocked(vendorName)}</p> : null}
      {address !== null && !isBlocked && problem === null ? <p>{texts.text(vendorName)}</p> : null}
      {address === null ? null : (
        <div className={layout["actions"]}>
          {isBlocked ? (
            <ButtonLink href={address} isNew>
              {texts.open(vendorName)}
            </ButtonLink>
          ) : (
            <Button look={problem === null ? "quiet" : "primary"} onClick={() => onOpen(address)}>
              {problem === null ? texts.openAgain : texts.tryAgain}
            </Button>
          )}
        </div>
      )}
      {address === null || problem !== null ? null : (
        <p className={`${layout["muted"]} ${layout["waiting"]}`} role="status">
          <Spinner />
          <span>{texts.waiting}</span>
        </p>
      )}
    </div>
  )
}
