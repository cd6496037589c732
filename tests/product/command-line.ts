import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Inside } from './inside.ts'
import { root } from './start.ts'

/** The key that lies on the server. */
export const localKeyOf = async ({ dataFolder }: Pick<Inside, 'dataFolder'>): Promise<string> =>
  (await readFile(join(dataFolder, 'local-key'), 'utf8')).trim()

/** The operator's command line on a server of a test: `run` gives what it writes, `listed` the same as JSON. */
export function commandLine(inside: () => Pick<Inside, 'dataFolder' | 'url'>) {
  async function run(...words: string[]): Promise<string> {
    const at = inside()
    const all = [join(root, 'cli/main.ts'), ...words, '--url', at.url, '--key', await localKeyOf(at)]
    return (await promisify(execFile)(process.execPath, all)).stdout
  }
  const listed = async <T>(...words: string[]): Promise<T> => JSON.parse(await run(...words, '--json')) as T
  return { run, listed }
}

export interface Ran {
  stdout: string
  stderr: string
  status: number
}

/** The same for whoever has a data folder, with whatever end it comes to. */
export async function noisefloorAt(dataFolder: string, ...words: string[]): Promise<Ran> {
  const env = { ...process.env, NOISEFLOOR_DATA: dataFolder }
  const command = [join(root, 'cli/main.ts'), ...words]
  try {
    return { ...(await promisify(execFile)(process.execPath, command, { env })), status: 0 }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number } & Ran
    return { stdout, stderr, status: code }
  }
}
