"use client"
import { useEffect, useRef } from "react"
import type { ConnectOptions } from "./ConnectOptions.js"
import * as Frame from "./Frame.js"

/** The link of a connect session, and what to do when its page says something. */
export interface ConnectProps extends ConnectOptions {
  /** The class of the element around the frame. */
  readonly className?: string | undefined
}

/** Shows the page of a link. Another `url` is another page. Other functions leave the page as it is, and are called from then on. */
export const Connect = (props: ConnectProps) => {
  const { className, url } = props
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const frame = Frame.make(() => ({ ...latest.current, url }))
    // React's strict mode undoes each effect at once and repeats it. The address opens once, so only a frame that is still wanted afterwards loads it.
    let isWanted = true
    queueMicrotask(() => {
      if (isWanted) container.current?.append(frame.element)
    })
    return () => {
      isWanted = false
      frame.remove()
    }
  }, [url])
  return <div ref={container} className={className} />
}
