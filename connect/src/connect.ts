/** The script for pages without a bundler, whose functions are fields of a global name. */

import { mount, open } from "./index.js"

declare global {
  /** What `@tributary/connect` exports. */
  var TributaryConnect: { readonly mount: typeof mount; readonly open: typeof open }
}

globalThis.TributaryConnect = { mount, open }
