import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Pin, pinOf } from '../connection/pin.ts'
import { optional, record, text, WrongShape } from '../wire/read.ts'
import type { Folder } from './folder.ts'

/** What an enrolled agent knows of its server; `settings.json` in its folder, readable by its user alone. */
export interface Settings {
  server: string
  sensorId: string
  /** `nfs_…` */
  sensorToken: string
  /** What the server must show (connection/pin.ts): then no authority is asked. */
  fingerprint?: Pin
  /** Ed25519 public key (SPKI, base64) that signs updates; without it there are none. */
  updateKey?: string
}

const file = 'settings.json'

export async function readSettings(folder: Folder): Promise<Settings | null> {
  const value = await folder.readJson(file)
  return value === null ? null : settingsOf(value)
}

export const writeSettings = (folder: Folder, settings: Settings): Promise<void> =>
  folder.writeJson(file, settings)

export const removeSettings = (folder: Folder): Promise<void> => rm(join(folder.path, file), { force: true })

function settingsOf(value: unknown): Settings {
  const from = record(value, file)
  return {
    server: serverOf(text(from['server'], 'server')),
    sensorId: text(from['sensorId'], 'sensorId', 64),
    sensorToken: text(from['sensorToken'], 'sensorToken', 256),
    ...optional(from, 'fingerprint', 'fingerprint', pinOf, file),
    ...optional(from, 'updateKey', 'updateKey', (key, at) => text(key, at, 256), file),
  }
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export const isLoopback = (url: URL): boolean => loopback.test(url.hostname)

/** The server's address; over plain http the token could be read on the way, so that is for this machine alone. */
export function serverOf(value: string): string {
  if (!URL.canParse(value))
    throw new WrongShape(`server: "${value}" is not an address like https://noise.example`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    throw new WrongShape('server: expected https:// (plain http only to this machine itself)')
  if (url.username || url.password) throw new WrongShape('server: an address without user and password')
  return url.origin
}
