import { useState } from "react"
import styles from "./Logo.module.css"

/** A tool's logo, or the first letter of the tool's name if the logo does not load. It is decorative, because the name is beside it. */
export const Logo = ({
  address,
  name,
  size
}: {
  readonly address: string
  readonly name: string
  /** Its width and height in CSS pixels. */
  readonly size: number
}) => {
  const [failed, setFailed] = useState<string | null>(null)
  const [letter = "?"] = name.trim().toUpperCase()
  const shared = { className: styles["logo"], style: { width: size, height: size, fontSize: size / 2 } }
  if (failed === address) {
    return (
      <span aria-hidden="true" {...shared}>
        {letter}
      </span>
    )
  }
  return <img alt="" {...shared} height={size} onError={() => setFailed(address)} src={address} width={size} />
}
