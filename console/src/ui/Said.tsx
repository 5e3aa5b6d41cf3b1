import { VENDOR_LANGUAGE } from "../texts/Texts.js"

/** Words of the API or of a connector, which are of their own language whatever that of the page is. */
export const Said = ({ children }: { readonly children: string }) => (
  <span dir="auto" lang={VENDOR_LANGUAGE}>
    {children}
  </span>
)
