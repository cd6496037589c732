import { z } from 'zod'
import { accepted, call, type Connection, step } from '../connection.ts'
import { counted } from '../counted.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const change = z.object({ kind: z.string(), status: z.string(), last_error: z.string() })

const status = ({ kind, status, last_error }: z.infer<typeof change>): string =>
  `to ${kind}: ${status}${last_error === '' ? '' : `, ${printable(last_error)}`}`

const list = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      origin: z.string(),
      sessions: z.number(),
      created: z.number(),
      change: change.nullable(),
    }),
  ),
})

/** As many as the server gives at once. */
export const maxListed = 1000

/** One line each, and what is to be said beside them: null where the list may be whole. */
export function captureLines(answer: unknown): { lines: string[]; note: string | null } {
  const { items } = list.parse(answer)
  return {
    lines: items.map(
      ({ id, name, kind, origin, sessions, created, change }) =>
        `${id}  ${new Date(created).toISOString().slice(0, 16)}  ${kind.padEnd(7)}  ${origin.padEnd(4)}  ${counted(sessions, 'session')}  ${printable(name)}${change ? `  (${status(change)})` : ''}`,
    ),
    note: items.length < maxListed ? null : `Only the newest ${maxListed} captures are listed.`,
  }
}

/** `noisefloor captures` lists them; `noisefloor captures ID --kind sensor|network` says anew what one was taken at. */
export async function captures(
  connection: Connection,
  words: string[],
  { kind, json }: { kind: 'sensor' | 'network' | undefined; json: boolean },
): Promise<void> {
  const [id] = words
  if (words.length > 1 || (id === undefined) !== (kind === undefined))
    throw new Exit('usage', 'Usage: noisefloor captures [ID --kind sensor|network] [--json]')
  const answer = accepted(
    await (id === undefined
      ? call(connection, `/api/captures?limit=${maxListed}`)
      : call(connection, `/api/captures/${step(id)}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ kind }),
        })),
  )
  if (id !== undefined)
    return console.log(
      json
        ? jsonText(answer)
        : answer.change
          ? `${id} will count as taken at a ${kind}: its days are tagged again in the background (noisefloor captures)`
          : `${id} is of a ${kind}`,
    )
  const { lines, note } = captureLines(answer)
  if (json) console.log(jsonText(answer))
  else for (const line of lines) console.log(line)
  if (note !== null) console.error(note)
}
