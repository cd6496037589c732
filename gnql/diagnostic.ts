import type { Span } from './span.ts'

/** What is to be said about a place of the text. */
export interface QueryDiagnostic {
  span: Span
  severity: 'error' | 'hint'
  message: string
  expected: string[]
  found: string
  suggestion: string | null
}

/** More than this many diagnostics teach nobody anything; the first ones stand, and one says that there were more. */
const maxDiagnostics = 50

/** What `Diagnostics` is told; what is left out is empty. */
interface Remark {
  message: string
  expected?: string[]
  found?: string
  /** Text to put in place of the span. */
  suggestion?: string | null
}

/** Collects what is to be said about a text; the stages share one. */
export class Diagnostics {
  readonly list: QueryDiagnostic[] = []
  failed = false
  /** Places about which all is said. */
  readonly #said: { span: Span; severity: QueryDiagnostic['severity'] }[] = []

  /** Says something that later remarks about the same place would only blur. An error needs no further one there. */
  say(span: Span, severity: QueryDiagnostic['severity'], remark: Remark): void {
    if (severity === 'error') this.error(span, remark)
    else this.hint(span, remark)
    this.#said.push({ span, severity })
  }

  error(span: Span, remark: Remark): void {
    this.failed = true
    const isSaid = this.#said.some(
      (said) => said.severity === 'error' && span.start >= said.span.start && span.end <= said.span.end,
    )
    if (!isSaid) this.#add('error', span, remark)
  }

  hint(span: Span, remark: Remark): void {
    const isSaid = this.#said.some((said) => span.start < said.span.end && span.end > said.span.start)
    if (!isSaid) this.#add('hint', span, remark)
  }

  /** False once the list is full: costly suggestions are no longer worth computing. */
  get open(): boolean {
    return this.list.length < maxDiagnostics
  }

  #add(severity: QueryDiagnostic['severity'], span: Span, remark: Remark): void {
    if (!this.open) {
      // An error must never hide behind hints: it takes the last place.
      if (severity === 'error' && !this.list.some((known) => known.severity === 'error')) this.list.pop()
      else return
    }
    const { message, expected = [], found = '', suggestion = null } = remark
    this.list.push({ span, severity, message, expected, found, suggestion })
  }
}
