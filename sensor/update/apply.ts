import { constants } from 'node:fs'
import { chmod, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { version as present } from '#model/version.ts'
import type { Folder } from '../settings/folder.ts'
import { text } from '../wire/read.ts'
import { updateOf } from '../wire/answers.ts'
import { offered } from './offer.ts'
import { refusalOf, sha256Of } from './verify.ts'

/** Beside the code, where the agent itself may not write. */
const keyFile = 'update-key'
const mostBytes = 32 << 20

/**
 * `apply-update`, run as root: replaces `code` by what lies in the agent's folder if the key pinned at the install signed it and it is
 * newer. What lies there is the agent's word and nothing more: it is read once, without following links, and proved from those bytes.
 */
export async function applyUpdate(folder: Folder, code: string): Promise<string> {
  const key = (await readFile(join(dirname(code), keyFile), 'utf8')).trim()
  const manifest = JSON.parse(
    Buffer.from(await readOnce(join(folder.update, offered.manifest), 4096)).toString(),
  )
  const update = updateOf(manifest)
  const refusal = refusalOf(update, text(key, keyFile, 256), present)
  if (refusal) throw new Error(`refused: ${refusal}`)
  const bytes = await readOnce(join(folder.update, offered.code), mostBytes)
  if (sha256Of(bytes) !== update.sha256) throw new Error('refused: the SHA-256 is another')
  const fresh = `${code}.new`
  await writeFile(fresh, bytes, { mode: 0o644, flush: true })
  await chmod(fresh, 0o644)
  await rename(fresh, code)
  for (const name of Object.values(offered)) await rm(join(folder.update, name), { force: true })
  return `Installed version ${update.version}.`
}

async function readOnce(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = await file.stat()
    if (size > most) throw new Error(`refused: ${path} is too large`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
