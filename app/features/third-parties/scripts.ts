import { scriptsOf } from '#model/third-parties.ts'
import type { FrameData } from '../../context.ts'

declare global {
  interface Window {
    /** Where Google Tag Manager reads what happens. */
    dataLayer?: Record<string, unknown>[]
  }
}

/**
 * Loads scripts of others where the operator named some and the reader had allowed them when this document was made: only then does its
 * content security policy name where they send to.
 */
export function loadThirdParties({ thirdParties, consent }: FrameData): void {
  if (consent !== 'allow') return
  if (thirdParties.tagManager !== null)
    (window.dataLayer ??= []).push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  for (const address of scriptsOf(thirdParties)) {
    const script = document.createElement('script')
    script.async = true
    script.src = address
    document.head.append(script)
  }
}
