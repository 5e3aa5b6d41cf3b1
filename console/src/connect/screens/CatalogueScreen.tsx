import { useId, useState } from "react"
import type { ConnectorEntry } from "../../api/schemas.generated.js"
import { nameIn, useTexts } from "../../texts/Texts.js"
import { Button } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import { Icon } from "../../ui/Icon.js"
import layout from "../../ui/Layout.module.css"
import { Logo } from "../../ui/Logo.js"
import { Named } from "../../ui/Named.js"
import type { ScreenProps } from "../Screen.js"
import styles from "./CatalogueScreen.module.css"

/** Fewer are seen at a glance. */
const MIN_SEARCHED = 6

const isFound = (query: string, { vendor, vendor_name }: ConnectorEntry, category: string): boolean =>
  query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => `${vendor_name} ${vendor} ${category}`.toLocaleLowerCase().includes(word))

/** The connectors to choose from. */
export const CatalogueScreen = ({
  dispatch,
  logoOf,
  state
}: ScreenProps & { readonly logoOf: (vendor: string) => string }) => {
  const texts = useTexts()
  const [query, setQuery] = useState("")
  const id = useId()
  const all = (state.view?.connectors ?? []).toSorted((a, b) => a.vendor_name.localeCompare(b.vendor_name))
  const kindOf = ({ category }: ConnectorEntry) => nameIn(texts.categories, category)
  const found = all.filter((connector) => isFound(query.trim(), connector, kindOf(connector)))
  return (
    <div className={layout["screen"]}>
      <Heading>{texts.catalogue.title}</Heading>
      {all.length < MIN_SEARCHED ? null : (
        <div className={styles["search"]}>
          <Icon name="search" />
          <input
            aria-controls={id}
            aria-label={texts.catalogue.search}
            autoComplete="off"
            className={styles["input"]}
            onChange={({ target }) => setQuery(target.value)}
            placeholder={texts.catalogue.search}
            type="search"
            value={query}
          />
          <p className={layout["visuallyHidden"]} role="status">
            {query === "" ? "" : texts.catalogue.found(found.length)}
          </p>
        </div>
      )}
      <div id={id}>
        {found.length === 0 ? (
          <div className={layout["center"]}>
            <p>
              <Named name={query.trim()} text={texts.catalogue.none} />
            </p>
            <Button look="quiet" onClick={() => setQuery("")}>
              {texts.catalogue.all}
            </Button>
          </div>
        ) : (
          <ul className={styles["list"]}>
            {found.map((connector) => (
              <li key={connector.vendor}>
                <button
                  className={styles["entry"]}
                  onClick={() => dispatch({ is: "chose", vendor: connector.vendor })}
                  type="button"
                >
                  <Logo address={logoOf(connector.vendor)} name={connector.vendor_name} size={36} />
                  <span className={styles["names"]}>
                    <bdi className={styles["name"]}>{connector.vendor_name}</bdi>
                    <span className={styles["kind"]}>{kindOf(connector)}</span>
                  </span>
                  <Icon className={styles["go"]} name="chevron" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
