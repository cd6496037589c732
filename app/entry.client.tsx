import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isRouteErrorResponse } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { scriptsOf } from '#model/third-parties.ts'
import { FrameContext, frameOfDocument } from './page-frame.tsx'
import { noteTyped } from './typed-early.ts'

const frame = frameOfDocument(document)

// Only where the operator wants reports: what writes them is as large as a page of ours.
const reports = frame?.thirdParties.errors
  ? import('./features/third-parties/errors.ts').then(({ reportErrors, report }) => {
      reportErrors(frame)
      return report
    })
  : null

/** Refusals are answers; only surprises are reported. */
function onError(error: unknown): void {
  if (!isRouteErrorResponse(error)) void reports?.then((report) => report(error))
}

noteTyped()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <FrameContext value={frame}>
        <HydratedRouter onError={onError} />
      </FrameContext>
    </StrictMode>,
  )
})
// From the next document on: only of that the content security policy names where such scripts send to.
if (frame?.consent === 'allow' && scriptsOf(frame.thirdParties).length > 0)
  void import('./features/third-parties/scripts.ts').then(({ loadThirdParties }) => loadThirdParties(frame))
