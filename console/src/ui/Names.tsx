import styles from "./Names.module.css"

/** Names that are typed or clicked elsewhere exactly so, such as permissions in the words of a vendor. */
export const Names = ({ of }: { readonly of: ReadonlyArray<string> }) =>
  of.map((name, index) => (
    <span key={name}>
      {index === 0 ? "" : " "}
      <code className={styles["name"]} dir="auto">
        {name}
      </code>
    </span>
  ))
