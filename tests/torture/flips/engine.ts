import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../../product/start.ts'

export interface StoredBatch {
  rows: number
  ids: number
}

/** Process id and command line of the engine that serves a data folder (Linux). */
function engineOf(dataFolder: string): { pid: number; command: string[] } | undefined {
  const folder = `--path=${join(dataFolder, 'analytics', 'data')}`
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      if (command.includes(folder)) return { pid: Number(name), command }
    } catch {
      // It ended meanwhile.
    }
  }
  return undefined
}

/** Kills server and engine at once, as a power cut would, and waits until both are gone. */
export async function killAll(product: Product): Promise<void> {
  const engine = engineOf(product.dataFolder)
  const gone = product.stop('SIGKILL')
  if (engine) process.kill(engine.pid, 'SIGKILL')
  await gone
  while (engineOf(product.dataFolder)) await sleep(20)
}

/** What the engine of a running product answers, asked as the user it made for this start. */
async function asked<T>(product: Product, sql: string): Promise<T[]> {
  const command = engineOf(product.dataFolder)?.command
  const argument = (name: string): string =>
    command?.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
  const config = readFileSync(argument('config-file'), 'utf8')
  const header = /<X-Noisefloor>(.*?)</.exec(config)?.[1] ?? ''
  const password = /<password>(.*?)</.exec(config)?.[1] ?? ''
  const answer = await fetch(`http://127.0.0.1:${argument('http_port')}/`, {
    method: 'POST',
    headers: { 'X-Noisefloor': header, 'X-ClickHouse-User': 'app', 'X-ClickHouse-Key': password },
    body: `${sql} FORMAT JSON`,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The engine said: ${text}`)
  return (JSON.parse(text) as { data: T[] }).data
}

/** Sessions and their ids, by source. */
export async function storedIn(product: Product): Promise<Map<string, StoredBatch>> {
  const rows = await asked<{ source: string } & StoredBatch>(
    product,
    `SELECT replaceOne(toString(src_ip), '::ffff:', '') AS source, toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids
FROM noisefloor.sessions GROUP BY source`,
  )
  return new Map(rows.map(({ source, rows: count, ids }) => [source, { rows: count, ids }]))
}

/** How many sessions the rollups stand for, by source. */
export async function rolledIn(product: Product): Promise<Map<string, number>> {
  const rows = await asked<{ source: string; sessions: number }>(
    product,
    `SELECT replaceOne(toString(ip), '::ffff:', '') AS source, toUInt32(sum(d.sessions)) AS sessions
FROM noisefloor.ip_day AS d GROUP BY source`,
  )
  return new Map(rows.map(({ source, sessions }) => [source, sessions]))
}
