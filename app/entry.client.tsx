import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { FrameContext, frameOfDocument } from './page-frame.tsx'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <FrameContext value={frameOfDocument(document)}>
        <HydratedRouter />
      </FrameContext>
    </StrictMode>,
  )
})
