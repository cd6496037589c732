import { z } from 'zod'
import { accepted, call, type Connection, step } from '../connection.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const workspaces = z.object({
  workspaces: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      owner: z.string(),
      members: z.number(),
      keys: z.number(),
      captures: z.number(),
      removal: z.number().nullable(),
    }),
  ),
})
const usage = 'Usage: noisefloor workspace list | workspace rename ID NAME | workspace owner ID EMAIL'

/** `noisefloor workspace list|rename|owner`: workspaces of the installation, for its operator. */
export async function workspacesCommand(
  connection: Connection,
  words: string[],
  json: boolean,
): Promise<void> {
  const [act, id, ...rest] = words
  if (act === 'list' && id === undefined) {
    const answer = accepted(await call(connection, '/api/operator/workspaces'))
    if (json) return console.log(jsonText(answer))
    for (const one of workspaces.parse(answer).workspaces)
      console.log(
        `${one.id}  ${printable(one.name)}  owner ${printable(one.owner) || '-'}  members ${one.members}  keys ${one.keys}  captures ${one.captures}${one.removal === null ? '' : `  deleted ${new Date(one.removal).toISOString().slice(0, 10)}`}`,
      )
    return
  }
  const value = rest.join(' ')
  if (id === undefined || value === '' || (act !== 'rename' && act !== 'owner'))
    throw new Exit('usage', usage)
  accepted(
    await call(connection, `/api/operator/workspaces/${step(id)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(act === 'rename' ? { name: value } : { owner: value }),
    }),
  )
  console.log('The workspace is changed.')
}
