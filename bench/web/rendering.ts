import type { ServerBuild } from 'react-router'
import type { Product } from '#tests/product/start.ts'
import { loadedBy } from '../measure/loader-data.ts'

/** Draws the page of a path from data that lies ready: what rendering costs with nothing around it. */
export type Draw = () => Promise<string>

const serverBuild = new URL('../../build/server/index.js', import.meta.url)

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
        route && found ? { ...route, module: { ...route.module, loader: () => found.data } } : route,
      ]
    }),
  )
  const handle = entry.createRequestHandler({ ...build, routes } as ServerBuild, 'production')
  const root = loaded['root']?.data as { frame: { status: never; plan: never } }
  const services = { can: () => true, plan: root.frame.plan } as never
  return async () => {
    const request = new Request(new URL(path, product.url))
    const context = entry.createLoadContext({ services, nonce: 'peer', status: root.frame.status, request })
    return (await handle(request, context)).text()
  }
}
