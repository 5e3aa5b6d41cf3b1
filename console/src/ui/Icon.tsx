/** The drawings, as paths within a square of 20. */
const paths = {
  back: "M12 4.5 6.5 10l5.5 5.5",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  chevron: "m8 5 5 5-5 5",
  close: "m5 5 10 10M15 5 5 15",
  end: "M10 3.5v6M6.2 5.5a6 6 0 1 0 7.6 0",
  lock: "M5.5 9h9v7.5h-9V9Zm1.8 0V6.5a2.7 2.7 0 0 1 5.4 0V9",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5",
  warning: "M10 3.5 17.5 16.5h-15L10 3.5Zm0 5v3.5m0 2v.4",
  wait: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-11v4.2l2.6 1.6"
} as const

/** A drawing beside a text that says the same. */
export const Icon = ({
  className,
  name
}: {
  readonly name: keyof typeof paths
  readonly className?: string | undefined
}) => (
  <svg
    aria-hidden="true"
    className={className}
    fill="none"
    focusable="false"
    height="20"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth="1.6"
    viewBox="0 0 20 20"
    width="20"
  >
    <path d={paths[name]} />
  </svg>
)
