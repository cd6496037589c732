import type { ServerBuild } from 'react-router'
import type { Product } from '#tests/product/start.ts'

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

type Loaded = Record<string, { data: unknown } | undefined>

async function loadedBy(product: Product, path: string): Promise<Loaded> {
  const { pathname, search } = new URL(path, product.url)
  const url = new URL(`${pathname.endsWith('/') ? `${pathname}_` : pathname}.data${search}`, product.url)
  const answer = await fetch(url, { headers: { key: product.key } })
  if (!answer.ok) throw new Error(`${url.pathname} was answered ${answer.status}`)
  const [first = ''] = (await answer.text()).split('\n')
  return unflattened(JSON.parse(first) as unknown[]) as Loaded
}

/** The router writes each value once and names it by its place; negative places are constants, of which ours use null. */
function unflattened(values: readonly unknown[]): unknown {
  const made = new Map<number, unknown>()
  const at = (place: number): unknown => {
    if (place < 0) return place === -5 ? null : undefined
    if (made.has(place)) return made.get(place)
    const value = values[place]
    if (Array.isArray(value)) {
      const list: unknown[] = []
      made.set(place, list)
      for (const one of value as number[]) list.push(at(one))
      return list
    }
    if (typeof value !== 'object' || value === null) return value
    const found: Record<string, unknown> = {}
    made.set(place, found)
    for (const [key, one] of Object.entries(value as Record<string, number>))
      found[String(at(Number(key.slice(1))))] = at(one)
    return found
  }
  return at(0)
}
