import { Link, useSearchParams } from 'react-router'
import { applyFix } from '#gnql/apply-fix.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import { Alert } from '../../ui/alert.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { caretLine } from './caret.ts'
import { useQueryPlace } from './place.ts'

/**
 * What is to be said about a query, in one box and in the order of its text. Of a place in which something is wrong, only that; a value elsewhere
 * that nothing matches is told with it, not once it is mended.
 */
export function Diagnostics({
  text,
  diagnostics,
}: {
  text: string
  diagnostics: readonly QueryDiagnostic[]
}) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const shown = diagnostics
    .filter(
      ({ severity, span }) => severity === 'error' || !errors.some((error) => isWithin(error.span, span)),
    )
    .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  return (
    <div id="query-diagnostics">
      <Alert variant={errors.length > 0 ? 'error' : 'info'}>
        <ul className="grid gap-2">
          {shown.map((diagnostic) => (
            <Told
              key={`${diagnostic.span.start}-${diagnostic.span.end}-${diagnostic.message}`}
              text={text}
              diagnostic={diagnostic}
            />
          ))}
        </ul>
        {errors.length > 0 && (
          <p className="mt-1 text-dense">
            <Link to="/cheat-sheet">All fields and operators</Link>
          </p>
        )}
      </Alert>
    </div>
  )
}

const isWithin = (inner: QueryDiagnostic['span'], outer: QueryDiagnostic['span']): boolean =>
  inner.start >= outer.start && inner.end <= outer.end

function Told({ text, diagnostic }: { text: string; diagnostic: QueryDiagnostic }) {
  const [params] = useSearchParams()
  const { hrefOf } = useQueryPlace()
  const line = caretLine(text, diagnostic.span)
  const { expected, message, suggestion, span } = diagnostic
  const fixed = applyFix(text, diagnostic)
  return (
    <li>
      <p>
        <InertText text={message} limit={600} mono={false} />{' '}
        <span className="text-ink-3">At character {span.start + 1}.</span>
      </p>
      <pre className="overflow-x-auto text-dense text-ink-2" aria-hidden="true">
        {`${line.text}\n${line.marks}`}
      </pre>
      {expected.length > 0 && (
        <p className="text-dense text-ink-2">Expected {expected.slice(0, 8).join(', ')}.</p>
      )}
      {fixed !== null && suggestion !== null && saysSomething(suggestion) && (
        <p className="text-dense">
          {suggestion === '' ? (
            <Link to={hrefOf(fixed, params)}>Leave it out</Link>
          ) : (
            <>
              {/* Some messages ask themselves. */}
              {message.includes('Did you mean') ? 'Use' : 'Did you mean'}{' '}
              <Link to={hrefOf(fixed, params)}>
                <InertText text={suggestion.trim()} limit={200} />
              </Link>
              {message.includes('Did you mean') ? '' : '?'}
            </>
          )}
        </p>
      )}
    </li>
  )
}

/** Brackets around nothing are no suggestion; nothing at all is one: to leave it out. */
const saysSomething = (suggestion: string): boolean => suggestion === '' || /[\p{L}\p{N}*?]/u.test(suggestion)
