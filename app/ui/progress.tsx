/** Percent as the bar shows it: never empty, never past the end. */
export const clampPercent = (percent: number): number =>
  Number.isFinite(percent) ? Math.min(100, Math.max(0.25, percent)) : 0.25

/** Without `percent` the bar is indeterminate. */
export function Progress({ percent, label }: { percent?: number; label: string }) {
  return (
    <progress
      aria-label={label}
      max={100}
      {...(percent !== undefined && { value: clampPercent(percent) })}
      className="h-1.5 w-full overflow-hidden rounded-badge border-0 bg-hover accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
    />
  )
}
