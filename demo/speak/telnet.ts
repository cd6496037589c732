import type { Turn } from '../exchange.ts'
import { concat, latin1 } from './text.ts'

/** IAC DO/WILL negotiation (RFC 854), a login and what a bot types afterwards. */
export function telnetLogin(user: string, password: string, commands: readonly string[]): Turn[] {
  const say = (bytes: Uint8Array): Turn => ({ from: 'source', bytes })
  const hear = (text: string): Turn => ({ from: 'destination', bytes: latin1(text) })
  return [
    {
      from: 'destination',
      bytes: concat(
        Uint8Array.of(255, 253, 1, 255, 253, 31, 255, 251, 1, 255, 251, 3),
        latin1('\r\nlogin: '),
      ),
    },
    say(concat(Uint8Array.of(255, 252, 1, 255, 252, 31), latin1(`${user}\r\n`))),
    hear('Password: '),
    say(latin1(`${password}\r\n`)),
    hear('\r\n$ '),
    ...commands.flatMap((command) => [
      say(latin1(`${command}\r\n`)),
      hear(`sh: ${command.split(' ')[0]}: not found\r\n$ `),
    ]),
  ]
}
