import { parseArgs } from 'node:util'
import { help } from './help.ts'
import { defaultFolder } from './settings/folder.ts'

export const commands = ['run', 'enroll', 'leave', 'check-profile', 'apply-update', 'transport'] as const
export type Command = (typeof commands)[number]

export class WrongUsage extends Error {}

/** What stands on the command line, as plain values. */
export interface Arguments {
  command: Command | 'help' | 'version'
  file: string | undefined
  folder: string
  server: string | undefined
  token: string | undefined
  fingerprint: string | undefined
  updateKey: string | undefined
  interface: string | undefined
  portOffset: number | undefined
  capture: boolean
}

const string = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

export function argumentsOf(args: readonly string[]): Arguments {
  const { values, positionals } = read(args)
  const [command, file, ...more] = positionals
  const known = commands.find((one) => one === command)
  if (!values.help && !values.version && command !== undefined && (!known || more.length > 0))
    throw new WrongUsage(`Unknown: ${positionals.join(' ')}\n\n${help}`)
  const offset = values['port-offset']
  if (offset !== undefined && !(/^\d{1,5}$/.test(offset) && Number(offset) < 65_535))
    throw new WrongUsage('--port-offset: a number of ports')
  return {
    command: values.version ? 'version' : values.help || !known ? 'help' : known,
    file,
    folder: values.folder,
    server: values.server,
    token: values.token,
    fingerprint: values.fingerprint,
    updateKey: values['update-key'],
    interface: values.interface,
    portOffset: offset === undefined ? undefined : Number(offset),
    capture: !values['no-capture'],
  }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        folder: { ...string, default: defaultFolder },
        server: string,
        token: string,
        fingerprint: string,
        'update-key': string,
        interface: string,
        'port-offset': string,
        'no-capture': flag,
        help: flag,
        version: flag,
      },
    })
  } catch (error) {
    throw new WrongUsage(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}
