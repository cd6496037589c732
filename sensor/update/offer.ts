import { join } from 'node:path'
import type { AgentUpdate } from '#model/sensor/protocol.ts'
import { version as present } from '#model/version.ts'
import { messageOf } from '../checks.ts'
import type { Connection } from '../connection/connection.ts'
import { replaceFile } from '../settings/durable.ts'
import type { Folder } from '../settings/folder.ts'
import { refusalOf, sha256Of } from './verify.ts'

export const offered = { code: 'agent.mjs', manifest: 'offer.json' } as const

/** Far above what an agent is. */
const mostBytes = 32 << 20

export interface UpdateState {
  state: 'ok' | 'warning' | 'failed'
  detail: string
}

/**
 * Takes an update into the folder, from where a service of root takes it after the same proof again (sensor/update/apply.ts): this process
 * has no right to replace its own code.
 */
export function openUpdates(folder: Folder, connection: Connection, updateKey: string | undefined) {
  let state: UpdateState = updateKey
    ? { state: 'ok', detail: `On; this is ${present}.` }
    : { state: 'ok', detail: `Off; this is ${present}.` }
  let seen = ''
  return {
    get state(): UpdateState {
      return state
    },
    async consider(update: AgentUpdate | null, signal: AbortSignal): Promise<void> {
      if (!update || !updateKey || update.version === present || update.sha256 === seen) return
      const refusal = refusalOf(update, updateKey, present)
      seen = update.sha256
      if (refusal) {
        state = { state: 'failed', detail: `An update was refused: ${refusal}.` }
        return
      }
      try {
        const { status, bytes } = await connection.bytes({
          method: 'GET',
          path: update.path,
          mostBytes,
          signal,
        })
        if (status !== 200) throw new Error(`the server answered ${status}`)
        if (sha256Of(bytes) !== update.sha256) throw new Error('its SHA-256 is another')
        const put = (name: string, content: string | Uint8Array): Promise<void> =>
          replaceFile(join(folder.update, name), join(folder.update, `${name}.new`), content)
        await put(offered.code, bytes)
        // The file that the service waits for comes last.
        await put(offered.manifest, JSON.stringify(update))
        state = { state: 'ok', detail: `Version ${update.version} is here and waits to be installed.` }
      } catch (error) {
        seen = ''
        state = {
          state: 'warning',
          detail: `Version ${update.version} could not be fetched: ${messageOf(error)}.`,
        }
      }
    },
  }
}
