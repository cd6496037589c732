import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { windowDays } from '#model/window.ts'
import type { FrameData } from './context.ts'
import { defaults } from './settings/cookie.ts'
import { utcClock } from '#model/clock.ts'
import { usualSite } from '#model/site.ts'
import { noThirdParties } from '#model/third-parties.ts'

/**
 * The frame's data travels beside the loaders: a guard that refuses a request stops before any loader has run, and the
 * demo mark and theme must show on that page too. The server provides it, a meta element carries it to the browser.
 */
export const FrameContext = createContext<FrameData | null>(null)

export const frameMeta = 'noisefloor-frame'

/** What a page shows before anything of the server is known. */
export const unknownFrame: FrameData = {
  settings: defaults,
  clock: utcClock,
  status: {
    demo: { present: false, loading: false, progress: 0, message: '' },
    missingSessions: 0,
    version: '',
    method: '',
    now: '',
    url: '',
    indexable: false,
    timeZone: 'UTC',
  },
  isOperator: false,
  mayRemoveDemo: false,
  user: null,
  sessionRefreshSeconds: 0,
  localRefreshSeconds: 0,
  captcha: null,
  searches: null,
  plan: { historicDays: windowDays, lacking: [] },
  fileUploadSize: { ipAnalysis: 0, cveAnalysis: 0 },
  searchTypes: [],
  mayExport: true,
  hasSupport: false,
  site: usualSite,
  consent: 'dismiss',
  thirdParties: noThirdParties,
  trial: null,
  requestId: '',
}

/** The newest the root's loader brought, else what came with the document. */
export function useFrame(): FrameData {
  const loaded = useRouteLoaderData<{ frame: FrameData } | null>('root')
  const rendered = useContext(FrameContext)
  return loaded?.frame ?? rendered ?? unknownFrame
}

/** In the browser: what the server wrote into the document. */
export function frameOfDocument(document: Document): FrameData | null {
  const content = document.querySelector(`meta[name="${frameMeta}"]`)?.getAttribute('content')
  // The server wrote this text from a FrameData a moment ago (root.tsx).
  return content ? (JSON.parse(content) as FrameData) : null
}
