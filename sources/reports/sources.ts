import type { ListSource } from '../source.ts'

const about = { kind: 'sightings', urls: [], refreshHours: 24, minRows: 1 } as const
const shadowWhisperer = {
  ...about,
  licence: 'Unlicense',
  credit: 'ShadowWhisperer/IPs',
  home: 'https://github.com/ShadowWhisperer/IPs',
} as const

/** Lists of addresses that others saw attacking; an operator may import any number of others by a name of their own. */
export const sightingSources: readonly ListSource[] = [
  {
    ...about,
    name: 'ipsum',
    gives: 'addresses on two or more public blacklists',
    licence: 'Unlicense',
    credit: 'stamparm/ipsum',
    home: 'https://github.com/stamparm/ipsum',
    urls: ['https://raw.githubusercontent.com/stamparm/ipsum/master/levels/2.txt'],
    files: /(^|\/)ipsum\.(csv|txt)$/i,
  },
  {
    ...shadowWhisperer,
    name: 'honeypot-threats',
    gives: 'addresses that attacked honeypots, with what they did',
    files: /(^|\/)honeypot-threats\.csv$/i,
  },
  {
    ...shadowWhisperer,
    name: 'honeypot-probes',
    gives: 'addresses that probed honeypots without a full connection',
    files: /(^|\/)honeypot-probes\.txt$/i,
  },
  {
    ...shadowWhisperer,
    name: 'honeypot-unclassified',
    gives: 'addresses that honeypots saw and nobody classified',
    files: /(^|\/)honeypot-unclassified\.txt$/i,
  },
]

/** What we know of a list that an operator named. */
export const customList = (name: string, kind: ListSource['kind']): ListSource => ({
  ...about,
  kind,
  name,
  gives:
    kind === 'actors' ? 'vetted actors, imported by you' : 'addresses that others reported, imported by you',
  licence: '',
  credit: '',
  home: '',
  refreshHours: 0,
  files: /^(?!)/,
})
