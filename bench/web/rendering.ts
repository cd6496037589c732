import type { EntryContext, ServerBuild } from 'react-router'
import type { Product } from '#tests/product/start.ts'
import { loadedBy } from '../measure/loader-data.ts'

/** Draws the page of a path from data that lies ready: what rendering costs with nothing around it. */
export interface Draw {
  /** By router and renderer, with the data for the browser. */
  page: () => Promise<string>
  /** By React's renderToString: the tree and nothing else, no data for the browser. */
  tree: () => string
}

const serverBuild = new URL('../../build/server/index.js', import.meta.url)

/** As the product's loaders give it, new for each page: a text that was read once stays read. */
const anew = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : data

/**
 * The peer: the product's own build renders the same tree in this process, with the data that the product's loaders gave for the path.
 * No HTTP, no look-up, no packing.
 */
export async function openDraw(product: Product, path: string): Promise<Draw> {
  // As the server sets it: React chooses its build when it is first imported, which is here.
  process.env['NODE_ENV'] = 'production'
  const build = (await import(serverBuild.href)) as ServerBuild
  const entry = build.entry.module as typeof import('#app/entry.server.tsx')
  const loaded = await loadedBy(product, path)
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const found = loaded[id]
      return [
        id,
        route && found ? { ...route, module: { ...route.module, loader: () => anew(found.data) } } : route,
      ]
    }),
  )
  let routed: EntryContext | undefined
  const module: typeof entry = {
    ...entry,
    default(...asked) {
      routed = asked[3]
      return entry.default(...asked)
    },
  }
  const built = { ...build, routes, entry: { module } } as unknown as ServerBuild
  const handle = entry.createRequestHandler(built, 'production')
  const root = loaded['root']?.data as { frame: { status: never; plan: never } }
  const services = { can: () => true, plan: root.frame.plan } as never
  const page = async (): Promise<string> => {
    const request = new Request(new URL(path, product.url))
    let html = ''
    const onDrawn = (pieces: readonly string[]): void => void (html = pieces.join(''))
    const { status } = root.frame
    await handle(request, entry.createLoadContext({ services, nonce: 'peer', status, request, onDrawn }))
    return html
  }
  await page()
  if (!routed) throw new Error(`The router did not draw ${path}.`)
  const { serverHandoffStream: _, ...context } = routed
  // Not before the build has chosen which of its builds React is.
  const [{ createElement }, { ServerRouter }, { renderToString }] = await Promise.all([
    import('react'),
    import('react-router'),
    import('react-dom/server'),
  ])
  const url = new URL(path, product.url).href
  return { page, tree: () => renderToString(createElement(ServerRouter, { context, url, nonce: 'peer' })) }
}
