/** A key, as its cap shows it. */
export const Key = ({ children, quiet = false }: { children: string; quiet?: boolean }) => (
  <kbd
    aria-hidden={quiet || undefined}
    className="rounded-badge border border-line-strong bg-sunken px-1.5 text-dense"
  >
    {children}
  </kbd>
)
