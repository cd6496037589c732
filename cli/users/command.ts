import { z } from 'zod'
import { accepted, call, type Connection } from '../connection.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const user = z.object({
  id: z.string(),
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
  /** Takes the second factor away besides. */
  withoutSecondFactor: boolean
  json: boolean
}

const usage =
  'Usage: noisefloor user list | user add EMAIL | user set EMAIL [--offering NAME] [--expires DAY|never] [--trial DAY|none] | user reset EMAIL [--without-second-factor] | user sign-out EMAIL | user remove EMAIL'

/** `noisefloor user list|add|set|reset|sign-out|remove`: accounts of the installation, for its operator. */
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
    case 'reset': {
      const path = `${await accountAt(connection, email)}/reset`
      const body = { without_second_factor: options.withoutSecondFactor }
      const answer = accepted(await send(connection, 'POST', body, path))
      if (options.json) return console.log(jsonText(answer))
      return console.log(
        `This link chooses a new password; it works once, for an hour:\n${link.parse(answer).link}`,
      )
    }
    case 'sign-out':
      accepted(await call(connection, `${await accountAt(connection, email)}/sign-ins`, { method: 'DELETE' }))
      return console.log('Every sign-in of this account is over.')
    case 'remove':
      accepted(await call(connection, await accountAt(connection, email), { method: 'DELETE' }))
      return console.log('The account is deleted.')
    default:
      throw new Exit('usage', usage)
  }
}

/** The path of an account's calls. @throws Exit when nobody has this address */
async function accountAt(connection: Connection, email: string | undefined): Promise<string> {
  const { users: all } = users.parse(accepted(await call(connection, '/api/operator/users')))
  const found = all.find((one) => one.email.toLowerCase() === email?.toLowerCase())
  if (!found) throw new Exit('refused', `There is no account with the address ${printable(email ?? '')}.`)
  return `/api/operator/users/${found.id}`
}

const send = (connection: Connection, method: string, body: object, path = '/api/operator/users') =>
  call(connection, path, {
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
