import type { ConnectOptions } from "./ConnectOptions.js"
import * as Frame from "./Frame.js"

/** A link, and the element of your page that shows it. */
export interface MountOptions extends ConnectOptions {
  /** The element to whose end the frame is added. The frame is as wide as the element, and as high as the page in it. */
  readonly container: Element
}

/** Shows the page of a link within your page. Throws a TypeError if `url` is no link of a connect session. */
export const mount = (options: MountOptions): { readonly unmount: () => void } => {
  const { element, remove } = Frame.make(() => options)
  options.container.append(element)
  return { unmount: remove }
}
