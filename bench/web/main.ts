import { parseArgs } from 'node:util'
import { startProduct, type Product } from '#tests/product/start.ts'
import { ask } from '../lookups/ask.ts'
import { idle, json, until, usagesOf } from '../measure/product.ts'
import { openDraw } from './rendering.ts'

/**
 * What pages cost, by processor time of server and engine and by the clock, over 1 and 16 connections: rendered anew (each time another
 * address, query, tag or CVE, or a parameter that no page reads), sent again as kept, and answered 304 to who has it. Beside them the
 * same tree, rendered in this process from data in hand: by React's renderToString, and by the router with the data for the browser.
 *
 *     node bench/web/main.ts [--pages 200] [--kept 3000] [--folder FOLDER]
 *
 * `--folder`: a data folder with the demo loaded, which stays; without it one is made and removed.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200' },
    kept: { type: 'string', default: '3000' },
    folder: { type: 'string' },
  },
})
const [pages, kept] = [Number(values.pages), Number(values.kept)]

const product = await startProduct({
  demo: true,
  environment: { LOG_LEVEL: 'warn' },
  ...(values.folder !== undefined && { dataFolder: values.folder }),
})

interface Cost {
  server: number
  engine: number
  perSecond: number
  perServerSecond: number
}

/** Milliseconds of processor time a page. */
async function costOf(
  {
    paths,
    connections,
    headers,
  }: { paths: readonly string[]; connections: number; headers?: Record<string, string> },
  wanted: number,
): Promise<Cost> {
  const before = usagesOf(product)
  const { seconds, statuses } = await ask(product.url, paths, {
    connections,
    key: product.key,
    ...(headers && { headers }),
  })
  const after = usagesOf(product)
  if ((statuses.get(wanted) ?? 0) < paths.length * 0.9)
    console.log(`  not all were answered ${wanted}: ${JSON.stringify([...statuses])}`)
  const [server, engine] = [after.server.cpu - before.server.cpu, after.engine.cpu - before.engine.cpu]
  return {
    server: (1000 * server) / paths.length,
    engine: (1000 * engine) / paths.length,
    perSecond: paths.length / seconds,
    perServerSecond: paths.length / server,
  }
}

/** Milliseconds of processor time a run, in this process. */
async function costOfDrawing(draw: () => unknown): Promise<number> {
  for (let n = 0; n < 40; n += 1) await draw()
  const before = process.cpuUsage()
  for (let n = 0; n < 60; n += 1) await draw()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 60_000
}

const elementsOf = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0

async function drawingOf(
  path: string,
): Promise<{ page: number; tree: number; bytes: number; elements: number }> {
  const { page, tree } = await openDraw(product, path)
  const [html, bare] = [await page(), tree()]
  // The same tree but for the data's own scripts, or the comparison says nothing.
  if (elementsOf(bare) < elementsOf(html) - 10)
    throw new Error(`renderToString drew another page for ${path}.`)
  return {
    page: await costOfDrawing(page),
    tree: await costOfDrawing(tree),
    bytes: Buffer.byteLength(html),
    elements: elementsOf(html),
  }
}

const tagOf = async (path: string): Promise<string> =>
  (await fetch(new URL(path, product.url), { headers: { key: product.key } })).headers.get('etag') ?? ''

const line = (name: string, { server, engine, perSecond, perServerSecond }: Cost): void =>
  console.log(
    `  ${name.padEnd(26)} ${server.toFixed(2).padStart(7)} ms server ${engine.toFixed(2).padStart(7)} ms engine ` +
      `${perServerSecond.toFixed(0).padStart(6)} a server second ${perSecond.toFixed(0).padStart(6)}/s`,
  )

async function measured(name: string, paths: readonly string[]): Promise<void> {
  const [path = '/'] = paths
  const { page, tree, bytes, elements } = await drawingOf(path)
  console.log(
    `${name}: ${elements} elements, ${bytes} bytes; renderToString ${tree.toFixed(2)} ms, with router and data ${page.toFixed(2)} ms`,
  )
  await costOf({ paths: paths.slice(0, 40), connections: 1 }, 200)
  const rest = paths.slice(40)
  const half = rest.length >> 1
  line('anew, 1 connection', await costOf({ paths: rest.slice(0, half), connections: 1 }, 200))
  line('anew, 16 connections', await costOf({ paths: rest.slice(half), connections: 16 }, 200))
  const same = Array.from({ length: kept }, () => path)
  for (const connections of [1, 16])
    line(`kept, ${connections} connections`, await costOf({ paths: same, connections }, 200))
  const headers = { 'if-none-match': await tagOf(path) }
  for (const connections of [1, 16])
    line(`304, ${connections} connections`, await costOf({ paths: same, connections, headers }, 304))
}

const numbered = (path: string): string[] => Array.from({ length: pages + 40 }, (_, at) => `${path}?n=${at}`)

async function allOf({ url }: Product): Promise<void> {
  console.log(`The product at ${url}, ${pages} pages anew and ${kept} kept`)
  const { data } = await json<{ data: { ip: string }[] }>(product, '/v3/gnql?query=*&size=10000')
  // Neighbours lie in one group of records: far apart they cost what strangers' questions cost.
  const addresses = data.filter((_, at) => at % Math.max(1, Math.floor(data.length / (pages + 40))) === 0)
  const { cves } = await json<{ cves: string[] }>(product, '/api/tags/autocomplete')
  await measured('/', numbered('/'))
  await measured(
    '/ip/{ip}',
    addresses.map(({ ip }) => `/ip/${ip}`),
  )
  await measured('/query/{gnql}', numbered(`/query/${encodeURIComponent('last_seen:90d')}`))
  await measured('/tags', numbered('/tags'))
  await measured(
    '/cves/{id}',
    cves.slice(0, pages + 40).map((id) => `/cves/${id}`),
  )
}

try {
  await until(
    async () => !(await json<{ demo: { loading: boolean } }>(product, '/readyz')).demo.loading,
    1000,
  )
  await idle(product)
  await allOf(product)
} finally {
  await product.stop()
  if (values.folder === undefined) product.remove()
}
