import { Description } from "@tributary/core"
import { descriptions } from "./descriptions.generated.js"

/** Schemas of bodies and errors, with the comments of their fields as descriptions. */
export const { anonymous, described, named, struct } = Description.schemas(descriptions)
