import { useTexts } from "../../texts/Texts.js"
import { ButtonLink } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import styles from "../../ui/Layout.module.css"
import { Named } from "../../ui/Named.js"
import { Said } from "../../ui/Said.js"
import type { Ending } from "../Flow.js"

/** Why there is nothing more to do here, and what helps. */
export const EndScreen = ({
  ending,
  product,
  returnUrl,
  said
}: {
  readonly ending: Ending
  /** What the API says of it, instead of the text of the page; null if it says nothing. */
  readonly said: string | null
  readonly product: string | null
  /** Where the customer can go back to; null for nowhere. */
  readonly returnUrl: string | null
}) => {
  const texts = useTexts()
  const { text, title } = texts.ends[ending]
  return (
    <div className={styles["screen"]}>
      <Heading>{title}</Heading>
      <p>{said === null ? text : <Said>{said}</Said>}</p>
      {returnUrl === null ? null : (
        <div className={styles["actions"]}>
          <ButtonLink href={returnUrl} look="quiet">
            <Named name={product} text={texts.live.back} />
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
