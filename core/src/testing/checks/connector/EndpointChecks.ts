import { extractorsOf } from "../../../Connector.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"

/** What nobody declares, the catalogue does not show, no customer is asked to permit, and no check strikes. */
export const endpointChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => [
  {
    name: "every request is for an endpoint that its extractor declares",
    run: async () => {
      const { endpointsBy } = await subject.healthy()
      for (const extractor of extractorsOf(subject.connector)) {
        const declared = new Set(extractor.lists.map(({ endpoint }) => endpoint))
        const others = [...(endpointsBy.get(extractor) ?? [])].filter((endpoint) => !declared.has(endpoint))
        insist(
          others.length === 0,
          () =>
            `${extractor.endpoint} requests ${others.join(", ")}, which it does not declare: name it in \`further\` of Extractor.fromStream.`
        )
      }
    }
  }
]
