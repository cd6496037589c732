import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/**
 * The peer: a bare server of the same runtime and framework (Hono on node:http) that does nothing but send the same bytes. It is told path and body of each answer as
 * JSON on its standard input, one a line.
 */
export interface Bare {
  url: string
  process: ChildProcess
  stop(): void
}

export async function startBare(answers: readonly { path: string; body: string }[]): Promise<Bare> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  for (const answer of answers) child.stdin?.write(`${JSON.stringify(answer)}\n`)
  child.stdin?.end()
  const [url] = (await once(child.stdout!, 'data')) as [Buffer]
  return { url: url.toString().trim(), process: child, stop: () => void child.kill() }
}

if (import.meta.main) {
  const answers = new Map<string, string>()
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { path, body } = JSON.parse(line) as { path: string; body: string }
    answers.set(path, body)
  }
  const app = new Hono()
  app.get('*', (c) => c.body(answers.get(c.req.path) ?? '{}', 200, { 'content-type': 'application/json' }))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
    console.log(`http://127.0.0.1:${port}`),
  )
}
