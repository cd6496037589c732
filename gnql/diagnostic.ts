import type { QueryDiagnostic, Span } from '#model/views.ts'

/** More than this many findings teach nobody anything; the first ones stand, and one says that there were more. */
const mostFindings = 50

interface Finding {
  message: string
  expected?: string[]
  found?: string
  /** Text to put in place of the span. */
  suggestion?: string | null
}

/** Collects what is to be said about a text; the stages share one. */
export class Findings {
  readonly list: QueryDiagnostic[] = []
  failed = false

  error(span: Span, finding: Finding): void {
    this.failed = true
    this.#add('error', span, finding)
  }

  hint(span: Span, finding: Finding): void {
    this.#add('hint', span, finding)
  }

  /** False once the list is full: costly suggestions are no longer worth computing. */
  get open(): boolean {
    return this.list.length < mostFindings
  }

  #add(severity: QueryDiagnostic['severity'], span: Span, finding: Finding): void {
    if (!this.open) {
      // An error must never hide behind hints: it takes the last place.
      if (severity === 'error' && !this.list.some((known) => known.severity === 'error')) this.list.pop()
      else return
    }
    const { message, expected = [], found = '', suggestion = null } = finding
    this.list.push({ span, severity, message, expected, found, suggestion })
  }
}
