import { z } from 'zod'
import { accepted, call, type Connection } from '../connection.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const keys = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      workspace: z.string(),
      name: z.string(),
      masked: z.string(),
      scopes: z.array(z.string()),
      last_used: z.number(),
      expires: z.number().nullable(),
    }),
  ),
})
const usage = 'Usage: noisefloor key list [--workspace ID] | key revoke ID'
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** `noisefloor key list|revoke`: keys of every workspace, for the operator. */
export async function keysCommand(
  connection: Connection,
  [act, id, ...more]: string[],
  { workspace, json }: { workspace: string | undefined; json: boolean },
): Promise<void> {
  if (more.length > 0) throw new Exit('usage', usage)
  if (act === 'list' && id === undefined) {
    const answer = keys.parse(accepted(await call(connection, '/api/operator/keys')))
    const found = answer.keys.filter((key) => workspace === undefined || key.workspace === workspace)
    if (json) return console.log(jsonText({ keys: found }))
    for (const key of found)
      console.log(
        `${key.id}  ${key.masked}  ${printable(key.name) || "the server's own"}  ${key.scopes.join(',')}  workspace ${key.workspace}  used ${key.last_used === 0 ? 'never' : dayOf(key.last_used)}${key.expires === null ? '' : `  until ${dayOf(key.expires)}`}`,
      )
    return
  }
  if (act !== 'revoke' || id === undefined) throw new Exit('usage', usage)
  accepted(await call(connection, `/api/operator/keys/${encodeURIComponent(id)}`, { method: 'DELETE' }))
  console.log('The key opens nothing any more.')
}
