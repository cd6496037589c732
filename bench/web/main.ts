import { parseArgs } from 'node:util'
import { startProduct, type Product } from '#tests/product/start.ts'
import { ask } from '../lookups/ask.ts'
import { idle, json, mustBeWell, until, usagesOf } from '../measure/product.ts'
import { openDraw } from './rendering.ts'

/**
 * What pages cost, by processor time of server and engine and by the clock, over 1 and 16 connections: rendered anew (each time another
 * address, query, tag or CVE, or a parameter that no page reads), sent again as kept, and answered 304 to who has it. Beside them the
 * same tree, rendered in this process from data in hand: by React's renderToString, and by the router with the data for the browser.
 * All are taken in turns, five times; the medians count.
 *
 *     node bench/web/main.ts [--pages 400] [--kept 1000] [--folder FOLDER]
 *
 * `--folder`: a data folder with the demo loaded, which stays; without it one is made and removed.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '400' },
    kept: { type: 'string', default: '1000' },
    folder: { type: 'string' },
  },
})
const [pages, kept] = [Number(values.pages), Number(values.kept)]
/** Pages after which what renders them is compiled, on both sides: after a hundred a page still costs twice what it does in the end. */
const warming = 1000
/** Of processor time: what of a page is rendering, and how many pages that are kept go in a second. */
const bounds = { share: 1 / 2, kept: 3000 }

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
async function costOfDrawing(draw: () => unknown, runs: number): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < runs; n += 1) await draw()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / runs
}

const elementsOf = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0

const tagOf = async (path: string): Promise<string> =>
  (await fetch(new URL(path, product.url), { headers: { key: product.key } })).headers.get('etag') ?? ''

const medianOf = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN

const verdict = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD')

function line(name: string, costs: Cost[], ends = ''): void {
  const of = (what: keyof Cost): number => medianOf(costs.map((one) => one[what]))
  console.log(
    `  ${name.padEnd(22)} ${of('server').toFixed(2).padStart(6)} ms server ${of('engine').toFixed(2).padStart(6)} ms engine ` +
      `${of('perServerSecond').toFixed(0).padStart(6)} a server second ${of('perSecond').toFixed(0).padStart(6)}/s${ends}`,
  )
}

/** How many times each cost is taken, in turns with the others, so that what else the machine does meets all of them. */
const rounds = 5

/** Of each kind so many pages are asked over and over for that, and not measured: what they were made of is kept for a while. */
const pagesToWarm = 20
const warmingPaths = (paths: readonly string[]): string[] =>
  Array.from({ length: warming }, (_, at) => {
    const path = paths[at % Math.min(pagesToWarm, paths.length)] ?? '/'
    return `${path}${path.includes('?') ? '&' : '?'}warm=${at}`
  })

async function measured(name: string, paths: readonly string[], bar = 0): Promise<void> {
  const [path = '/'] = paths
  const { page, tree } = await openDraw(product, path)
  const [html, bare] = [await page(), tree()]
  // The same tree but for the data's own scripts, or the comparison says nothing.
  if (elementsOf(bare) < elementsOf(html) - 10)
    throw new Error(`renderToString drew another page for ${path}.`)
  for (const draw of [page, tree]) await costOfDrawing(draw, warming)
  await costOf({ paths: warmingPaths(paths), connections: 1 }, 200)
  const rest = paths.slice(pagesToWarm)
  const each = Math.floor(rest.length / rounds / 2)
  const costs = { tree: [] as number[], page: [] as number[] }
  const anew = new Map<number, Cost[]>([1, 16].map((connections) => [connections, []]))
  for (let round = 0, at = 0; round < rounds; round += 1) {
    costs.tree.push(await costOfDrawing(tree, each))
    costs.page.push(await costOfDrawing(page, each))
    for (const [connections, taken] of anew)
      taken.push(await costOf({ paths: rest.slice(at, (at += each)), connections }, 200))
  }
  const drawn = medianOf(costs.tree)
  console.log(
    `${name}: ${elementsOf(html)} elements, ${Buffer.byteLength(html)} bytes; renderToString ${drawn.toFixed(2)} ms, with router and data ${medianOf(costs.page).toFixed(2)} ms`,
  )
  for (const [connections, taken] of anew) {
    const shares = taken.map(({ server, engine }, round) => costs.tree[round]! / (server + engine))
    const share = medianOf(shares)
    const rate = medianOf(taken.map((one) => one.perServerSecond))
    const ofRate = bar > 0 ? `, at least ${bar} a server second: ${verdict(rate >= bar)}` : ''
    line(
      `anew, ${connections} connections`,
      taken,
      `, ${share.toFixed(2)} of renderToString (at least ${bounds.share.toFixed(2)}: ${verdict(share >= bounds.share)})${ofRate}`,
    )
  }
  const same = Array.from({ length: kept }, () => path)
  for (const [how, status] of [
    ['kept', 200],
    ['304', 304],
  ] as const)
    for (const connections of [1, 16]) {
      const taken: Cost[] = []
      for (let round = 0; round < rounds; round += 1) {
        // A page that says how long its search took is another page when it is made anew.
        const tag = await tagOf(path)
        const headers: Record<string, string> = status === 304 ? { 'if-none-match': tag } : {}
        taken.push(await costOf({ paths: same, connections, headers }, status))
      }
      const rate = medianOf(taken.map((one) => one.perServerSecond))
      line(
        `${how}, ${connections} connections`,
        taken,
        ` (at least ${bounds.kept} a server second: ${verdict(rate >= bounds.kept)})`,
      )
    }
}

const numbered = (path: string): string[] =>
  Array.from({ length: pages + pagesToWarm }, (_, at) => `${path}?n=${at}`)

async function allOf({ url }: Product): Promise<void> {
  console.log(`The product at ${url}, ${pages} pages anew and ${kept} kept`)
  const { data } = await json<{ data: { ip: string }[] }>(product, '/v3/gnql?query=*&size=10000')
  // Neighbours lie in one group of records: far apart they cost what strangers' questions cost.
  const addresses = data.filter(
    (_, at) => at % Math.max(1, Math.floor(data.length / (pages + pagesToWarm))) === 0,
  )
  const { cves } = await json<{ cves: string[] }>(product, '/api/tags/autocomplete')
  await measured('/', numbered('/'))
  await measured(
    '/ip/{ip}',
    addresses.map(({ ip }) => `/ip/${ip}`),
    150,
  )
  await measured('/query/{gnql}', numbered(`/query/${encodeURIComponent('last_seen:90d')}`), 60)
  await measured(
    '/query/{gnql}, another each time',
    numbered('').map(
      (_, at) => `/query/${encodeURIComponent(`last_seen:90d -raw_data.scan.port:${20_000 + at}`)}`,
    ),
    60,
  )
  await measured('/tags', numbered('/tags'))
  await measured(
    '/cves/{id}',
    cves.slice(0, pages + pagesToWarm).map((id) => `/cves/${id}`),
  )
}

try {
  await until(
    async () => !(await json<{ demo: { loading: boolean } }>(product, '/readyz')).demo.loading,
    1000,
  )
  await idle(product)
  await allOf(product)
  mustBeWell(product)
} finally {
  await product.stop()
  if (values.folder === undefined) product.remove()
}
