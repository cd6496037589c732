import { Form, Link } from 'react-router'
import { applyFix } from '#gnql/apply-fix.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { useSuggestions } from '../suggest/use-suggestions.tsx'
import { caretLine } from './caret.ts'
import { queryHref } from '../../query-href.ts'

/** The text that was asked, to be asked again differently, and what the server has to say about it. */
export function QueryEditor({ report }: { report: Omit<QueryReport, 'rows' | 'why' | 'facets'> }) {
  const { attach, list } = useSuggestions()
  const errors = report.diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  return (
    <section aria-labelledby="query-title" className="grid gap-3">
      <h1 id="query-title" className="text-head font-semibold">
        Query
      </h1>
      <Form action="/query" className="relative flex flex-wrap items-start gap-2">
        <label htmlFor="gnql" className="sr-only">
          GNQL
        </label>
        <textarea
          key={report.query}
          id="gnql"
          name="gnql"
          rows={2}
          defaultValue={report.query}
          onFocus={attach}
          onInput={attach}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          aria-invalid={errors || undefined}
          aria-describedby={report.diagnostics.length > 0 ? 'query-diagnostics' : undefined}
          className="min-w-0 flex-1 basis-80 rounded-control border border-control bg-surface px-3 py-1.5 font-mono text-dense font-normal"
        />
        <Button type="submit" size="lg">
          Run query
        </Button>
        {list}
      </Form>
      {report.words !== '' && (
        <p className="text-body" data-words>
          <InertText text={report.words} limit={1000} mono={false} />.
        </p>
      )}
      {report.diagnostics.length > 0 && (
        <div id="query-diagnostics" className="grid gap-2">
          {report.diagnostics.map((diagnostic) => (
            <Diagnostic
              key={`${diagnostic.span.start}-${diagnostic.span.end}-${diagnostic.message}`}
              text={report.query}
              diagnostic={diagnostic}
            />
          ))}
        </div>
      )}
      {report.ran && report.adjustedQuery !== '' && (
        <p className="text-dense text-ink-2">
          What ran:{' '}
          <Link to={queryHref(report.adjustedQuery)}>
            <InertText text={report.adjustedQuery} limit={1000} />
          </Link>
        </p>
      )}
    </section>
  )
}

function Diagnostic({ text, diagnostic }: { text: string; diagnostic: QueryDiagnostic }) {
  const line = caretLine(text, diagnostic.span)
  const { expected, suggestion, span } = diagnostic
  const fixed = applyFix(text, diagnostic)
  return (
    <Alert variant={diagnostic.severity === 'error' ? 'error' : 'info'}>
      <p>
        <InertText text={diagnostic.message} limit={600} mono={false} />{' '}
        <span className="text-ink-3">At character {span.start + 1}.</span>
      </p>
      <pre className="overflow-x-auto text-dense text-ink-2" aria-hidden="true">
        {`${line.text}\n${line.marks}`}
      </pre>
      {expected.length > 0 && (
        <p className="text-dense text-ink-2">Expected {expected.slice(0, 8).join(', ')}.</p>
      )}
      {fixed !== null && suggestion !== null && (
        <p className="text-dense">
          {suggestion === '' ? (
            <Link to={queryHref(fixed)}>Leave it out</Link>
          ) : (
            <>
              Did you mean{' '}
              <Link to={queryHref(fixed)}>
                <InertText text={suggestion.trim()} limit={200} />
              </Link>
              ?
            </>
          )}
        </p>
      )}
    </Alert>
  )
}
