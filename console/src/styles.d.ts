/** A CSS module: its classes by the names that its file gives them. */
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>
  export default classes
}

/** Styles that are not of a module, such as the tokens. */
declare module "*.css"
