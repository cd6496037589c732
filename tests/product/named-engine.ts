import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { openTestAnalytics } from '#store/analytics/testing.ts'

/** A real engine that several servers reach by one address with a user and a password, as CLICKHOUSE_URL names it. */
export interface NamedEngine {
  url: string
  close(): Promise<void>
}

export async function openNamedEngine(): Promise<NamedEngine> {
  const analytics = await openTestAnalytics({ bare: true })
  const { engine } = analytics
  const { name, password } = engine.users.migrator
  // A launched engine answers nobody without a header of its own, and takes names as headers: what stands before it here translates that.
  const passing = {
    [engine.header.name]: engine.header.value,
    'x-clickhouse-user': name,
    'x-clickhouse-key': password,
  }
  const basic = `Basic ${btoa(`${name}:${password}`)}`
  // Parameters of statements stand in the address, which for some is longer than Node takes usually.
  const server = createServer({ maxHeaderSize: 4 << 20 }, (asked, answer) => {
    const { authorization, ...rest } = asked.headers
    const headers = { ...rest, ...(authorization === basic && passing) }
    const passed = request(
      new URL(asked.url ?? '/', engine.url),
      { method: asked.method, headers },
      (answered) => {
        // Whoever asked may have hung up meanwhile.
        if (answer.destroyed) return void answered.destroy()
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        pipeline(answered, answer, () => undefined)
      },
    )
    passed.on('error', () => answer.destroy())
    pipeline(asked, passed, () => undefined)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${name}:${password}@127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await analytics.close()
    },
  }
}
