/** Marks the place of the name in a sentence. */
const PLACE = "\uFFFC"

/** A sentence with a name from outside, which may be written from right to left: then it turns nothing of the sentence around. */
export const Named = <Name extends string | null>({
  name,
  text
}: {
  readonly name: Name
  readonly text: (name: NoInfer<Name> | string) => string
}) => {
  if (name === null) return text(name)
  const [before, after] = text(PLACE).split(PLACE)
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  )
}
