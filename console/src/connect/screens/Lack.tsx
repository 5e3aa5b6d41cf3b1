import type { ConnectProblem } from "../../api/schemas.generated.js"
import { useTexts } from "../../texts/Texts.js"
import { Names } from "../../ui/Names.js"
import { Said } from "../../ui/Said.js"

/** What keeps data from being read, and who can change it. */
export const Lack = ({
  problem: { customer_message, permissions, resolution_owner }
}: {
  readonly problem: ConnectProblem
}) => {
  const { result } = useTexts()
  const unnamed = permissions.filter((permission) => !customer_message.includes(permission))
  return (
    <>
      <p>
        <Said>{customer_message}</Said>
      </p>
      {unnamed.length === 0 ? null : (
        <p>
          {result.missing}: <Names of={unnamed} />
        </p>
      )}
      <p>{result.who[resolution_owner]}</p>
    </>
  )
}
