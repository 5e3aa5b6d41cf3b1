import { useTexts } from "../../texts/Texts.js"
import layout from "../../ui/Layout.module.css"

/** Says that no answer comes how far the connection is. What is above it is the last that is known. */
export const Unanswered = () => {
  const { unanswered } = useTexts()
  return (
    <p className={layout["muted"]} role="status">
      {unanswered}
    </p>
  )
}
