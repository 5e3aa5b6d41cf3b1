import { useTexts } from "../../texts/Texts.js"
import { Button, Spinner } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import { Icon } from "../../ui/Icon.js"
import styles from "../../ui/Layout.module.css"
import { Named } from "../../ui/Named.js"
import type { ScreenProps } from "../Screen.js"
import { TroubleNotice, useSecondsUntil } from "./TroubleNotice.js"

/** Asks for a click before the link is opened. */
export const WelcomeScreen = ({ dispatch, product }: ScreenProps & { readonly product: string | null }) => {
  const { welcome } = useTexts()
  const points = [
    ["check", welcome.choice],
    ["lock", welcome.secrets],
    ["end", welcome.end]
  ] as const
  return (
    <div className={styles["screen"]}>
      <Heading>
        <Named name={product} text={welcome.title} />
      </Heading>
      <p>
        <Named name={product} text={welcome.text} />
      </p>
      <ul className={styles["stack"]}>
        {points.map(([icon, text]) => (
          <li className={styles["point"]} key={icon}>
            <Icon name={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Button isWide onClick={() => dispatch({ is: "continued" })}>
        {welcome.go}
      </Button>
      <p className={`${styles["muted"]} ${styles["small"]}`}>{welcome.once}</p>
    </div>
  )
}

/** While the link is opened, and if that fails for now. */
export const OpeningScreen = ({ dispatch, state: { request, trouble } }: ScreenProps) => {
  const texts = useTexts()
  const seconds = useSecondsUntil(trouble?.until ?? null)
  if (trouble !== null) {
    return (
      <div className={styles["screen"]}>
        <Heading>{texts.opening.failed}</Heading>
        <TroubleNotice isKept={false} trouble={trouble} />
        <div className={styles["actions"]}>
          <Button isBusy={request !== null} isOff={seconds > 0} onClick={() => dispatch({ is: "retried" })}>
            {seconds > 0 ? texts.trouble.wait(seconds) : texts.trouble.tryAgain}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className={styles["center"]} role="status">
      <Spinner />
      <Heading>{texts.opening.text}</Heading>
    </div>
  )
}
