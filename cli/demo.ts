import { accepted, call, type Connection } from './connection.ts'

interface DemoAnswer {
  message: string
}

/** `noisefloor demo load|remove`: the server simulates and ingests in the background, or drops everything of origin demo. */
export async function demo(connection: Connection, act: 'load' | 'remove'): Promise<void> {
  const answer = await call(connection, '/api/demo', { method: act === 'load' ? 'POST' : 'DELETE' })
  console.log((accepted(answer) as unknown as DemoAnswer).message)
}
