import type { RecordedColumn, RecordedProtocol } from './recorded.ts'

/** What a decoy of a sensor understood of a connection (docs/sensors.md): of any protocol, and of those inside encryption. */
export interface DecoyFacts {
  /** How much it told. */
  events: number
  /** Of each attempt to log in, in order; parallel lists. */
  users: string[]
  passwords: string[]
  /** What was typed or sent to be run. */
  commands: string[]
  /** Addresses that a command or request would have fetched. */
  links: string[]
}

export interface DecoySession {
  decoy: DecoyFacts | null
}

const texts = (
  name: string,
  fact: 'users' | 'passwords' | 'commands' | 'links',
  field: RecordedColumn<DecoySession>['field'],
): RecordedColumn<DecoySession> => ({
  name,
  kind: 'texts',
  value: (s) => s.decoy?.[fact] ?? [],
  field,
  searched: true,
})

export const decoy: RecordedProtocol<DecoySession> = {
  absent: { decoy: null },
  // A decoy asks nobody anything.
  mirrored: () => ({ decoy: null }),
  precondition: { column: 'decoy_events', texts: true },
  columns: [
    {
      name: 'decoy_events',
      kind: 'count',
      value: (s) => s.decoy?.events ?? 0,
      field: {
        name: 'decoy.events',
        title: 'Told by the decoy',
        example: '>0',
        about: 'How many logins, commands, links and clear texts the decoy of a sensor told of.',
      },
    },
    texts('decoy_users', 'users', { name: 'decoy.user', title: 'User tried', example: 'root' }),
    texts('decoy_passwords', 'passwords', {
      name: 'decoy.password',
      title: 'Password tried',
      example: '123456',
    }),
    texts('decoy_commands', 'commands', {
      name: 'decoy.command',
      title: 'Command sent to the decoy',
      example: '*wget*',
      phrase: true,
    }),
    texts('decoy_links', 'links', {
      name: 'decoy.link',
      title: 'Link that would have been fetched',
      example: '*.sh',
    }),
  ],
}
