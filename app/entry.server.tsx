import { Writable } from 'node:stream'
import { act } from 'react'
import { yieldToEventLoop } from '#model/yield.ts'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { frame, nonce as nonceKey, report } from './context.ts'
import { FrameContext } from './page-frame.tsx'

// The HTTP server takes everything of React Router from here: a second copy (Node picks the production build, Vite
// the development one) would fail the RouterContextProvider instanceof check.
export { createLoadContext } from './context.ts'
export { createRequestHandler }

/** Which of its builds React is: the development one alone can `act`, and renders several times slower. */
export const reactBuild = typeof act === 'function' ? 'development' : 'production'

/** Milliseconds a document may take before what is missing is given up. */
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

/** Whole, as nothing of a page comes later than the rest: its pieces go through no streams of the platform. */
async function renderDocument({
  url,
  status,
  headers,
  routerContext,
  loadContext,
}: {
  url: string
  status: number
  headers: Headers
  routerContext: EntryContext
  loadContext: RouterContextProvider
}): Promise<Response> {
  const nonce = loadContext.get(nonceKey)
  const onSurprise = loadContext.get(report)
  await yieldToEventLoop()
  return new Promise((resolve, reject) => {
    let answer = status
    const timer = setTimeout(() => abort(), streamTimeout)
    const parts: Uint8Array[] = []
    const body = new Writable({
      write(part: Uint8Array, _, done) {
        parts.push(part)
        done()
      },
      final(done) {
        clearTimeout(timer)
        headers.set('Content-Type', documentType)
        resolve(new Response(Buffer.concat(parts), { headers, status: answer }))
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(
      <FrameContext value={loadContext.get(frame)}>
        <ServerRouter context={routerContext} url={url} nonce={nonce} />
      </FrameContext>,
      {
        nonce,
        onAllReady: () => void pipe(body),
        onShellError(error: unknown) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error: unknown) {
          answer = 500
          onSurprise(error)
        },
      },
    )
  })
}

/** Refusals are answers; only surprises are reported. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(report)(error)
}
