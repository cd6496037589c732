import { z } from 'zod'
import { accepted, call, type Connection } from '../connection.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const user = z.object({
  email: z.string(),
  name: z.string(),
  offering: z.string(),
  expires: z.string().nullable(),
  trial: z.object({ end_date: z.string(), offering: z.string() }).nullable(),
})
const users = z.object({ users: z.array(user) })
const link = z.object({ link: z.string() })

export interface UserOptions {
  offering: string | undefined
  expires: string | undefined
  trial: string | undefined
  json: boolean
}

const usage =
  'Usage: noisefloor user list | user add EMAIL | user set EMAIL [--offering NAME] [--expires DAY|never] [--trial DAY|none]'

/** `noisefloor user list`, `user add EMAIL` and `user set EMAIL …`: accounts of the installation, for its operator. */
export async function usersCommand(
  connection: Connection,
  words: string[],
  options: UserOptions,
): Promise<void> {
  const [act, email, ...more] = words
  if (more.length > 0 || (act === 'list') !== (email === undefined)) throw new Exit('usage', usage)
  switch (act) {
    case 'list': {
      const answer = accepted(await call(connection, '/api/operator/users'))
      if (options.json) return console.log(jsonText(answer))
      for (const one of users.parse(answer).users) console.log(line(one))
      return
    }
    case 'add': {
      const answer = accepted(await send(connection, 'POST', { email }))
      if (options.json) return console.log(jsonText(answer))
      return console.log(
        `This link makes the account of ${printable(email ?? '')}; it works once, for an hour:\n${link.parse(answer).link}`,
      )
    }
    case 'set': {
      const answer = accepted(await send(connection, 'PUT', { email, ...changeOf(options) }))
      return console.log(options.json ? jsonText(answer) : line(user.parse(answer)))
    }
    default:
      throw new Exit('usage', usage)
  }
}

const send = (connection: Connection, method: string, body: object) =>
  call(connection, '/api/operator/users', {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const changeOf = ({ offering, expires, trial }: UserOptions): object => ({
  ...(offering !== undefined && { offering }),
  ...(expires !== undefined && { expires: expires === 'never' ? null : expires }),
  ...(trial !== undefined && { trial: trial === 'none' ? null : { end_date: trial } }),
})

function line({ email, name, offering, expires, trial }: z.infer<typeof user>): string {
  const until = expires === null ? '' : ` until ${expires}`
  const tried = trial === null ? '' : ` (trial of ${trial.offering} until ${trial.end_date})`
  return `${printable(email)}  ${printable(name) || '-'}  ${offering}${until}${tried}`
}
