import type { QueryDiagnostic } from './diagnostic.ts'
import { applyFix } from './apply-fix.ts'
import { parse } from './parse.ts'

/** Characters that may be read to try fixes: all of a usual text's, four of the longest text's. */
const maxCharacters = 64 * 1024

/**
 * The same findings, where only such fixes are offered as were tried: what they mend is gone and the text is no
 * harder to read. A fix is proposed from its own place, and what stands around may turn it into something else.
 */
export function verifyFixes(
  text: string,
  findings: readonly QueryDiagnostic[],
  read: (text: string) => readonly QueryDiagnostic[],
): QueryDiagnostic[] {
  let left = maxCharacters
  let unread: number | undefined
  return findings.map((finding) => {
    const mended = applyFix(text, finding)
    if (mended === null) return finding
    left -= mended.length
    const alike = (list: readonly QueryDiagnostic[]): number =>
      list.filter(({ message }) => message === finding.message).length
    unread ??= parse(text).diagnostics.length
    const mends =
      left >= 0 && parse(mended).diagnostics.length <= unread && alike(read(mended)) < alike(findings)
    return mends ? finding : { ...finding, suggestion: null }
  })
}
