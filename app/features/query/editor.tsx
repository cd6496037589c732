import { Form, Link, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useFieldOfAddress } from '../../ui/use-field-of-address.ts'
import { useSuggestions } from '../suggest/use-suggestions.tsx'
import { Conditions } from './conditions.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { carriedBy } from './page-state.ts'
import { queryField, useQueryPlace } from './place.ts'
import type { Answer } from './results.tsx'

/** The text that was asked, to be asked again differently, and what the server has to say about it. */
export function QueryEditor({
  report,
  title = 'Query',
  level: Title = 'h1',
  run = 'Run query',
  placeholder,
}: {
  report: Answer
  title?: string
  level?: 'h1' | 'h2'
  /** What its button says. */
  run?: string
  placeholder?: string
}) {
  const { action } = useQueryPlace()
  const { attach, list } = useSuggestions()
  const [params] = useSearchParams()
  const field = useFieldOfAddress<HTMLTextAreaElement>(report.query)
  const errors = report.diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  return (
    <section aria-labelledby="query-title" className="grid gap-2">
      <Title id="query-title" className="sr-only">
        {title}
      </Title>
      <Form action={action} className="relative flex flex-wrap items-start gap-2">
        {carriedBy(params).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor="gnql" className="sr-only">
          GNQL
        </label>
        <textarea
          ref={field}
          id="gnql"
          name={queryField}
          rows={1}
          defaultValue={report.query}
          placeholder={placeholder}
          onFocus={attach}
          onInput={attach}
          // Before its suggestions arrive, and without them, too.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            if (!event.defaultPrevented) event.currentTarget.form?.requestSubmit()
            event.preventDefault()
          }}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          aria-invalid={errors || undefined}
          aria-describedby={report.diagnostics.length > 0 ? 'query-diagnostics' : undefined}
          className="query-text"
        />
        <Button type="submit" size="lg">
          {run}
        </Button>
        <Link to="/cheat-sheet" className="chrome inline-flex min-h-[34px] items-center text-dense">
          Query reference
        </Link>
        {list}
      </Form>
      {report.diagnostics.length > 0 && <Diagnostics text={report.query} diagnostics={report.diagnostics} />}
      {report.ran && <Conditions query={report.query} adjusted={report.adjustedQuery} />}
    </section>
  )
}
