/** The pen trace: a quiet line, one event, quiet again. */
export function Logo() {
  return (
    <svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true" className="shrink-0">
      <path
        d="M0 11H7L9 8L11 11H14L17 1L20 19L23 11H34"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
