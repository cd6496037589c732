import { Icon } from '../../ui/icon.tsx'
import { withCommas } from '../../ui/numbers.ts'

/** Stands on every page while accepted data is missing: what is shown is then less than what was seen. */
export function MissingBanner({ sessions }: { sessions: number }) {
  if (sessions === 0) return null
  return (
    <aside aria-label="Missing data" className="border-b border-line bg-suspicious-soft text-ink">
      <p className="mx-auto max-w-[1440px] px-5 py-1.5 text-dense">
        <span className="mr-2 align-[-1px] text-suspicious">
          <Icon name="triangle-alert" />
        </span>
        <strong className="font-semibold">Missing data:</strong> {withCommas(sessions)} accepted{' '}
        {sessions === 1 ? 'session is' : 'sessions are'} not stored. The operator finds which with{' '}
        <code className="whitespace-nowrap">npx --no noisefloor status</code>
      </p>
    </aside>
  )
}
