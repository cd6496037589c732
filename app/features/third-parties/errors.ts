import * as Sentry from '@sentry/browser'
import type { FrameData } from '../../context.ts'

/** Specification section 9. */
const mostBreadcrumbs = 100
const mostFrames = 50

/** Reports what goes wrong in this page, where and after which steps; nothing of who reads it, no cookie, and no text that was typed. */
export function reportErrors({ thirdParties, status }: FrameData): void {
  if (thirdParties.errors === null) return
  Sentry.init({
    dsn: thirdParties.errors,
    environment: thirdParties.environment,
    release: `noisefloor@${status.version}`,
    maxBreadcrumbs: mostBreadcrumbs,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    stackParser: (...stack) => Sentry.defaultStackParser(...stack).slice(-mostFrames),
    integrations: (usual) => usual.filter(({ name }) => name !== 'BrowserSession'),
  })
}

export const report = (error: unknown): void => void Sentry.captureException(error)
