import { accepted, call, type Connection, step } from '../connection.ts'
import { jsonText, printable } from '../printable.ts'

/** `noisefloor cve CVE-ID`: what is known of it, and who tries it here. */
export async function showCve(connection: Connection, id: string, json: boolean): Promise<void> {
  const record = accepted(await call(connection, `/v1/cve/${step(id)}`))
  if (json) return console.log(jsonText(record, 2))
  for (const [part, facts] of Object.entries(record)) {
    if (typeof facts !== 'object' || facts === null) {
      console.log(`${part.padEnd(50)}${printable(String(facts))}`)
      continue
    }
    for (const [name, value] of Object.entries(facts))
      if (value !== '') console.log(`${name.padEnd(50)}${printable(String(value))}`)
  }
  return undefined
}
