import { scriptsOf } from '#model/third-parties.ts'
import type { FrameData } from '../../context.ts'

declare global {
  interface Window {
    /** Where Google Tag Manager reads what happens. */
    dataLayer?: Record<string, unknown>[]
  }
}

/** Loads the scripts of others that the operator named, for a reader who allowed them before this document was made (entry.client.tsx). */
export function loadThirdParties({ thirdParties }: FrameData): void {
  if (thirdParties.tagManager !== null)
    (window.dataLayer ??= []).push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  for (const address of scriptsOf(thirdParties)) {
    const script = document.createElement('script')
    script.async = true
    script.src = address
    document.head.append(script)
  }
}
