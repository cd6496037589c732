import type { Product } from '#tests/product/start.ts'

/** What the loaders of a page said, by route. */
export type Loaded = Record<string, { data: unknown } | undefined>

/** The data that a page is made of, as a browser asks for it when it moves from page to page. */
export async function loadedBy(product: Product, path: string): Promise<Loaded> {
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
