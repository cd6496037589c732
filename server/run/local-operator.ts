import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from '#store/app/installation.ts'
import type { Workspace } from '#store/app/workspaces.ts'
import { replaceFile } from '#store/files/durable.ts'

/**
 * The person at this machine: the first workspace, which publishes, and a key to it in the data folder (`local-key`,
 * readable by the owner alone). A key file that no longer opens anything is replaced.
 */
export async function localOperator(
  { keys, workspaces }: Pick<Installation, 'keys' | 'workspaces'>,
  dataFolder: string,
  clock: () => number,
): Promise<{ workspace: Workspace; keyFile: string; keyId: string }> {
  const now = clock()
  const workspace =
    (await workspaces.list())[0] ?? (await workspaces.create({ name: 'Local', publish: true, now }))
  const keyFile = join(dataFolder, 'local-key')
  const known = await readFile(keyFile, 'utf8').then(
    (text) => keys.find(text.trim(), now),
    () => null,
  )
  if (known?.workspace === workspace.id) return { workspace, keyFile, keyId: known.id }
  const { key, secret } = await keys.create({ workspace: workspace.id, now })
  await writePrivate(keyFile, `${secret}\n`)
  return { workspace, keyFile, keyId: key.id }
}

/**
 * Whole or not at all, and never readable by others in between. Once this is done a power cut takes nothing back: what was sealed with
 * a secret key that is lost could not be read any more. No test of ours can tell, as it takes a machine without power.
 */
export const writePrivate = (path: string, text: string): Promise<void> =>
  replaceFile(path, text, `${path}.${randomBytes(6).toString('hex')}`)
