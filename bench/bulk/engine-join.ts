import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type LaunchedEngine, launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { fill } from '../freshness/fill.ts'
import { usageOf } from '../measure/process.ts'
import { findingCommand } from './peer.ts'

/** The engine with as many known addresses as the product's, which is given what `rg | sort -u` found. */
export interface EngineJoin {
  /** Processor seconds of the engine for one list: how many of its addresses have each verdict. */
  cpuOf(file: string, times: number): Promise<number>
  stop(): Promise<void>
}

/** What an analyst without the product would ask: one statement with the list beside it. */
const sql = `SELECT classification, count() FROM noisefloor.ips
WHERE ip IN (SELECT toIPv6OrDefault(line) FROM listed)
GROUP BY classification FORMAT TabSeparated`

export async function openEngineJoin(folder: string, documents: number): Promise<EngineJoin> {
  await fill(folder, documents)
  const engine = await launchEngine({ dir: join(folder, 'analytics'), log: silent })
  return {
    async cpuOf(file, times) {
      const { stdout } = await promisify(execFile)(
        'bash',
        ['-c', `${findingCommand('addresses', file)} | LC_ALL=C sort -u`],
        { maxBuffer: 2 ** 30 },
      )
      await ask(engine, stdout)
      const before = usageOf(engine.pid).cpu
      for (let time = 0; time < times; time += 1) await ask(engine, stdout)
      return (usageOf(engine.pid).cpu - before) / times
    },
    stop: () => engine.stop(),
  }
}

async function ask({ url, header, users }: LaunchedEngine, lines: string): Promise<void> {
  const body = new FormData()
  body.append('listed', new Blob([lines]), 'listed')
  const question = new URLSearchParams({
    query: sql,
    listed_structure: 'line String',
    listed_format: 'LineAsString',
  })
  const { name, password } = users.migrator
  const answer = await fetch(`${url}/?${question}`, {
    method: 'POST',
    headers: { [header.name]: header.value, 'x-clickhouse-user': name, 'x-clickhouse-key': password },
    body,
  })
  const text = await answer.text()
  if (!answer.ok || !text.includes('malicious'))
    throw new Error(`The engine answered ${answer.status}: ${text}`)
}
