import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './durable.ts'

/** Where the systemd unit keeps everything (StateDirectory). */
export const defaultFolder = '/var/lib/noisefloor-sensor'

/** The one folder the agent writes to, mode 0700. */
export interface Folder {
  readonly path: string
  readonly spool: string
  readonly aside: string
  readonly update: string
  /** Parsed JSON of a file; null when there is none or it is not JSON. */
  readJson(name: string): Promise<unknown>
  writeJson(name: string, value: unknown): Promise<void>
}

export async function openFolder(path: string): Promise<Folder> {
  const folder: Folder = {
    path,
    spool: join(path, 'spool'),
    aside: join(path, 'aside'),
    update: join(path, 'update'),
    async readJson(name) {
      try {
        return JSON.parse(await readFile(join(path, name), 'utf8'))
      } catch (error) {
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    writeJson: (name, value) =>
      replaceFile(join(path, name), join(path, `${name}.new`), `${JSON.stringify(value, null, 2)}\n`),
  }
  for (const one of [path, folder.spool, folder.aside, folder.update])
    await mkdir(one, { recursive: true, mode: 0o700 })
  return folder
}
