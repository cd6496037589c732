import { Link } from 'react-router'
import type { Analysis } from '#model/analysis.ts'
import { buttonLook } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Empty } from '../../ui/state.tsx'
import { kindWords } from './kind.ts'

/** Why there is no result. */
export function Ended({ analysis: { kind, state, error } }: { analysis: Analysis }) {
  const why =
    state === 'failed'
      ? 'This list could not be analyzed.'
      : 'This analysis was cancelled before it was done.'
  return (
    <Empty why={why}>
      {state === 'failed' && error !== '' && (
        <p>
          <InertText text={error} limit={600} mono={false} />
        </p>
      )}
      <Link to={kindWords[kind].path} className={`${buttonLook()} hover:no-underline`}>
        Analyze another list
      </Link>
    </Empty>
  )
}
