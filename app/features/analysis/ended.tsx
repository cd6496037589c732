import { Link } from 'react-router'
import type { Analysis } from '#model/analysis.ts'
import { buttonLook } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Empty } from '../../ui/state.tsx'

/** Why there is no result. */
export function Ended({ analysis: { state, error }, isExpired }: { analysis: Analysis; isExpired: boolean }) {
  const why = isExpired
    ? 'This analysis has expired: what was sent and found is removed.'
    : state === 'failed'
      ? 'This list could not be analyzed.'
      : 'This analysis was cancelled before it was done.'
  return (
    <Empty why={why}>
      {!isExpired && state === 'failed' && error !== '' && (
        <p>
          <InertText text={error} limit={600} mono={false} />
        </p>
      )}
      <Link to="/ip/analysis" className={`${buttonLook()} hover:no-underline`}>
        Analyze another list
      </Link>
    </Empty>
  )
}
