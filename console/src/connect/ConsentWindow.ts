/** The window in which the customer consents on a page of the vendor. */
export interface ConsentWindow {
  /** Shows the page; false if the browser allows no window, so that the customer needs a link. */
  readonly show: (address: string) => boolean
  /** Closes it, such as because the request failed that would have told the address. */
  readonly close: () => void
}

const FEATURES = "popup,width=620,height=760"

/**
 * Opens the window. A browser allows it only within a click, which is before the address is known. Nothing is concluded from whether it is
 * closed: a vendor's page can cut the connection to it, and it then seems to be.
 */
export const open = (window: Pick<Window, "open">): ConsentWindow => {
  const opened = window.open("about:blank", "_blank", FEATURES)
  if (opened === null) return { show: () => false, close: () => undefined }
  // The vendor's page must not reach this one.
  opened.opener = null
  return {
    show: (address) => {
      opened.location.replace(address)
      opened.focus()
      return true
    },
    close: () => opened.close()
  }
}
