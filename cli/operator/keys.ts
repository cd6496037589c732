import { z } from 'zod'
import { accepted, call, type Connection, step } from '../connection.ts'
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
      made_by: z.string().nullable(),
      created: z.number(),
      last_used: z.number(),
      expires: z.number().nullable(),
    }),
  ),
})
const usage = 'Usage: noisefloor key list [WORKSPACE] | key revoke ID'
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** `noisefloor key list|revoke`: keys of every workspace, for the operator. */
export async function keysCommand(
  connection: Connection,
  [act, id, ...more]: string[],
  { workspace, json }: { workspace: string | undefined; json: boolean },
): Promise<void> {
  if (more.length > 0) throw new Exit('usage', usage)
  if (act === 'list') {
    const of = id ?? workspace
    const search = of === undefined ? '' : `?${new URLSearchParams({ workspace: of })}`
    const answer = accepted(await call(connection, `/api/operator/keys${search}`))
    if (json) return console.log(jsonText(answer))
    for (const key of keys.parse(answer).keys) console.log(line(key))
    return
  }
  if (act !== 'revoke' || id === undefined) throw new Exit('usage', usage)
  accepted(await call(connection, `/api/operator/keys/${step(id)}`, { method: 'DELETE' }))
  console.log('The key opens nothing any more.')
}

function line({ made_by: madeBy, last_used: used, ...key }: z.infer<typeof keys>['keys'][number]): string {
  const name = printable(key.name) || "the server's own"
  const by = madeBy === null ? 'the server' : printable(madeBy) || 'somebody who left'
  const until = key.expires === null ? '' : `  until ${dayOf(key.expires)}`
  return `${key.id}  ${key.masked}  ${name}  ${key.scopes.join(',')}  workspace ${key.workspace}  made ${dayOf(key.created)} by ${by}  used ${used === 0 ? 'never' : dayOf(used)}${until}`
}
