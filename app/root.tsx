import latinMono from '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2?url'
import latinSans from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url'
import { useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import type { Route } from './+types/root'
import { frame as frameKey, isDocument } from './context.ts'
import { ErrorPage } from './features/error/error-page.tsx'
import { DemoBanner } from './features/shell/demo-banner.tsx'
import { ConnectionBanner } from './features/shell/connection-banner.tsx'
import { ConsentNotice } from './features/shell/consent-notice.tsx'
import { Footer } from './features/shell/footer.tsx'
import { useKeysDialog } from './features/shell/use-keys-dialog.tsx'
import { PageMeta } from './features/shell/page-meta.tsx'
import { PendingBar } from './features/shell/pending-bar.tsx'
import { waitsForPaint } from './features/shell/repainted.ts'
import { MissingBanner } from './features/shell/missing-banner.tsx'
import { usePageLinks } from './features/shell/page-links.ts'
import { Header, PartsOfTab } from './features/shell/header.tsx'
import { useBrowserZone } from './features/display/use-browser-zone.ts'
import { useRecentTakenOver } from './features/search/modal/use-recent.ts'
import { useTakeOver } from './features/query/use-take-over.ts'
import { usePrefetch } from './features/shell/use-prefetch.ts'
import { useSession } from './features/shell/use-session.ts'
import { useShortcuts } from './features/shell/use-shortcuts.ts'
import { useLive } from './features/shell/use-live.ts'
import { ValueMenu } from './features/value/menu.tsx'
import { frameMeta, useFrame } from './page-frame.tsx'
import { pageAt } from './routes/page-at.ts'
import type { Layout as PageLayout } from './routes/table.ts'
import { Toasts } from './ui/toasts.tsx'
import { ClockContext } from './ui/moment.tsx'
import { guarded } from './guards/middleware.ts'
import { restoreTyped } from './typed-early.ts'
import { wayBack } from './way-back.ts'
import './styles/app.css'

export const middleware: Route.MiddlewareFunction[] = [guarded]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [waitsForPaint]

/** A document says it in its head already. */
export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(isDocument) ? null : { frame: context.get(frameKey) }

export const links: Route.LinksFunction = () => [
  ...[latinSans, latinMono].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
]

/** The error page names itself: of two titles the browser would take the first. */
export const meta: Route.MetaFunction = ({ error }) => (error === undefined ? [{ title: 'Noisefloor' }] : [])

/** Headers of a refusal (Retry-After) reach the response only through here. */
export const headers: Route.HeadersFunction = ({ errorHeaders, loaderHeaders, parentHeaders }) =>
  errorHeaders ?? loaderHeaders ?? parentHeaders

/** How wide a page's content may become, by the layout its line of the route table names. */
const widths: Record<PageLayout, string> = {
  column: 'max-w-[640px]',
  default: 'max-w-[1440px]',
  wrapper: 'max-w-none',
}

export function Layout({ children }: { children: React.ReactNode }) {
  const frame = useFrame()
  const { keys, showKeys } = useKeysDialog()
  useEffect(restoreTyped, [])
  useShortcuts(showKeys)
  useSession()
  useTakeOver()
  useRecentTakenOver()
  useBrowserZone()
  usePageLinks()
  const { pathname, search } = useLocation()
  usePrefetch(pathname)
  // Server and browser spell the same search differently (%20, +): both write it anew.
  const asked = new URLSearchParams(search).toString()
  const here = asked === '' ? pathname : `${pathname}?${asked}`
  const back = wayBack(here)
  return (
    <html lang="en" data-theme={frame.settings.theme} data-density={frame.settings.density}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!frame.status.indexable && <meta name="robots" content="noindex, nofollow" />}
        <PageMeta url={frame.status.url} path={pathname} />
        <meta name={frameMeta} content={JSON.stringify(frame)} />
        <Meta />
        <Links />
      </head>
      <body>
        <a
          href="#content"
          className="sr-only rounded-control bg-surface px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20"
        >
          Skip to content
        </a>
        <Header path={pathname} back={back} search={pathname !== '/' && !pathname.startsWith('/query/')} />
        <PartsOfTab path={pathname} />
        <ConnectionBanner />
        <DemoBanner demo={frame.status.demo} mayRemove={frame.mayRemoveDemo} />
        <MissingBanner sessions={frame.status.missingSessions} />
        <main
          id="content"
          tabIndex={-1}
          className={`mx-auto ${widths[pageAt(pathname)?.layout ?? 'default']} px-5 py-6 focus-visible:outline-none`}
        >
          <ClockContext value={frame.clock}>{children}</ClockContext>
        </main>
        <ClockContext value={frame.clock}>
          <Footer frame={frame} here={here} back={back} />
        </ClockContext>
        <PendingBar />
        {keys}
        <Toasts />
        <ConsentNotice consent={frame.consent} back={back} parties={frame.thirdParties} />
        <ValueMenu />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  useLive(useFrame().status.demo.loading)
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
