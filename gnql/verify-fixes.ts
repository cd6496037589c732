import type { QueryDiagnostic } from './diagnostic.ts'
import { applyFix } from './apply-fix.ts'
import { parse } from './parse.ts'

/** Characters that may be read to try fixes: all of a usual text's, four of the longest text's. */
const maxCharacters = 64 * 1024

/**
 * The same diagnostics, where only such fixes are offered as were tried: what they answer is gone and the text is no
 * harder to read. A fix is proposed from its own place, and what stands around may turn it into something else.
 */
export function verifyFixes(
  text: string,
  diagnostics: readonly QueryDiagnostic[],
  read: (text: string) => readonly QueryDiagnostic[],
): QueryDiagnostic[] {
  let left = maxCharacters
  let unread: number | undefined
  return diagnostics.map((diagnostic) => {
    const fixed = applyFix(text, diagnostic)
    if (fixed === null) return diagnostic
    left -= fixed.length
    const alike = (list: readonly QueryDiagnostic[]): number =>
      list.filter(({ message }) => message === diagnostic.message).length
    unread ??= parse(text).diagnostics.length
    const fixes =
      left >= 0 && parse(fixed).diagnostics.length <= unread && alike(read(fixed)) < alike(diagnostics)
    return fixes ? diagnostic : { ...diagnostic, suggestion: null }
  })
}
