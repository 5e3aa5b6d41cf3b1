import { Context, Either } from "effect"

const MAX_NAME = 60

/** Reads the name of the product; null for an empty text. */
export const parse = (text: string): Either.Either<string | null, string> => {
  const name = text.trim()
  if (name === "") return Either.right(null)
  return name.length <= MAX_NAME && !/\p{Cc}/u.test(name)
    ? Either.right(name)
    : Either.left(`expected a name of at most ${MAX_NAME} characters on one line, such as Acme`)
}

/** The name of the product that its customers know; null if the operator has set none. */
export class ProductName extends Context.Reference<ProductName>()("@tributary/runtime-http/ProductName", {
  defaultValue: (): string | null => null
}) {}
