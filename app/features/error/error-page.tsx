import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import { pagePath } from '../../routes/page-at.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { SignalFigure, type TraceShape } from '../../ui/signal-figure.tsx'
import { roomKept, useAlive } from '../../ui/use-alive.ts'
import { NoAccess, NoSearchesLeft } from './upsell.tsx'
import { SearchAgain } from './not-an-address.tsx'
import { UnknownAnalysis } from './unknown-analysis.tsx'
import { UnknownCve } from './unknown-cve.tsx'

interface Face {
  title: string
  text: string
  trace: TraceShape
}

/** The sentences of the specification, by status. */
const faces: Record<number, Face> = {
  400: {
    title: '400',
    text: "The grid rejects your input — something doesn't compute. Please verify your transmission.",
    trace: 'clipped',
  },
  403: { title: 'Get more out of Noisefloor', text: 'You do not have access to this page.', trace: 'flat' },
  404: { title: '404', text: 'This data cache seems to have vanished into the ether.', trace: 'flat' },
  429: {
    title: 'We love that you love Noisefloor!',
    text: 'Rate limit exceeded. Please try again later.',
    trace: 'saturated',
  },
  503: {
    title: 'Not available now',
    text: 'A part of this server does not answer. Searches and look-ups that are kept in memory still do.',
    trace: 'flat',
  },
}

const anomaly: Face = {
  title: 'Anomaly',
  text: 'The grid has encountered an unexpected anomaly.',
  trace: 'saturated',
}

/** What a thrown response tells beyond its status: the refusal's own sentence, and what is missing (route-error.ts). */
const toldBy = (error: unknown): { message?: string; missing?: string } =>
  Object(isRouteErrorResponse(error) && error.data)

export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const face = faces[status] ?? {
    ...anomaly,
    title: status === 500 ? anomaly.title : `${anomaly.title} ${status}`,
  }
  const { pathname } = useLocation()
  const path = pagePath(pathname)
  const { requestId, searches, hasSupport, site } = useFrame()
  const isAlive = useAlive()
  const { message: sentence, missing } = toldBy(error)
  return (
    <div className="mx-auto grid max-w-[720px] justify-items-start gap-4 py-6">
      <title>{`${face.title} · Noisefloor`}</title>
      <meta property="og:title" content={`${face.title} · Noisefloor`} />
      <meta name="description" content={face.text} />
      <meta property="og:description" content={face.text} />
      <SignalFigure shape={face.trace} large />
      <h1 className="text-entity font-semibold">{face.title}</h1>
      <p className="text-lead">{face.text}</p>
      {sentence && sentence !== face.text && (
        <p className="text-ink-2">
          <InertText text={sentence} mono={false} />
        </p>
      )}
      {status === 404 && <UnknownCve path={path} />}
      {status === 404 && <UnknownAnalysis path={path} />}
      {missing && <p className="text-ink-2">{missing}</p>}
      {status === 403 && <NoAccess />}
      {status === 429 && searches !== null && <NoSearchesLeft searches={searches} />}
      <p className="text-dense text-ink-3">
        <InertText text={pathname} limit={200} />
        {requestId && (
          <>
            {' · request '}
            <code>{requestId}</code>{' '}
            <Button
              variant="quiet"
              size="sm"
              className={isAlive ? '' : roomKept}
              onClick={() => void copyText(requestId, 'Copied the request id')}
            >
              Copy
            </Button>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/" className={`${buttonLook()} hover:no-underline`}>
          Home
        </Link>
        {status >= 500 && (
          <>
            <a href="" className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}>
              Try again
            </a>
            {hasSupport && (
              <Link
                to="/account/help"
                className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
              >
                Contact Support
              </Link>
            )}
            {site.statusUrl !== '' && (
              <a
                href={site.statusUrl}
                rel="noreferrer"
                className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
              >
                Status
              </a>
            )}
          </>
        )}
      </div>
      <SearchAgain path={status === 400 ? path : ''} />
    </div>
  )
}
