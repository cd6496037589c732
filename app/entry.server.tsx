import { act } from 'react'
import { yieldToEventLoop } from '#model/yield.ts'
import { isbot } from 'isbot'
import { renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { afterPaint } from './after-paint.ts'
import { drawn, frame, nonce as nonceKey, report } from './context.ts'
import { handedOff, textOf } from './hand-off.ts'
import { FrameContext } from './page-frame.tsx'

// The HTTP server takes everything of React Router from here: a second copy (Node picks the production build, Vite
// the development one) would fail the RouterContextProvider instanceof check.
export { createLoadContext } from './context.ts'
export { createRequestHandler }

/** Which of its builds React is: the development one alone can `act`, and renders several times slower. */
export const reactBuild = typeof act === 'function' ? 'development' : 'production'

/** Milliseconds what loaders promise may take before it is given up. */
export const streamTimeout = 10_000

const documentType = 'text/html; charset=utf-8'

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') {
    headers.set('Content-Type', documentType)
    return new Response(null, { status, headers })
  }
  const bot = isbot(request.headers.get('user-agent'))
  // Bots do not get the error page: it would be crawled, and its words mean nothing to them.
  if (bot && status >= 400) return plainStatus(status, headers, routerContext)
  return renderDocument({ url: request.url, status, headers, routerContext, loadContext })
}

function plainStatus(status: number, headers: Headers, { staticHandlerContext }: EntryContext): Response {
  const [error] = Object.values(staticHandlerContext.errors ?? {})
  const text = isRouteErrorResponse(error) && error.statusText !== '' ? error.statusText : 'Error'
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  return new Response(`${status} ${text}\n`, { status, headers })
}

/**
 * Whole and in one piece, as nothing of a page comes later than the rest: no component waits for anything (React's renderToString refuses one
 * that does), and the data for the browser is read before. In pieces through streams it cost twice as much.
 */
async function renderDocument({
  url,
  status,
  headers,
  routerContext: { serverHandoffStream, ...context },
  loadContext,
}: {
  url: string
  status: number
  headers: Headers
  routerContext: EntryContext
  loadContext: RouterContextProvider
}): Promise<Response> {
  const nonce = loadContext.get(nonceKey)
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : ''
  await yieldToEventLoop()
  const page = `<!DOCTYPE html>${renderToString(
    <FrameContext value={loadContext.get(frame)}>
      <ServerRouter context={context} url={url} nonce={nonce} />
    </FrameContext>,
  )}`
  loadContext.get(drawn)(
    context.renderMeta?.didRenderScripts ? handedOff(afterPaint(page), data, nonce) : [page],
  )
  headers.set('Content-Type', documentType)
  // The router looks into each response, and to look into its body is to have all of it written.
  return new Response(null, { headers, status })
}

/** Refusals are answers; only surprises are reported. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(report)(error)
}
