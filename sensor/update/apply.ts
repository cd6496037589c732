import { constants } from 'node:fs'
import { chmod, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { version as present } from '#model/version.ts'
import { text } from '../wire/read.ts'
import { updateOf } from '../wire/answers.ts'
import { offered } from './offer.ts'
import { refusalOf, sha256Of } from './verify.ts'

/** Beside the code, where the agent itself may not write. */
const keyFile = 'update-key'
const mostBytes = 32 << 20

/**
 * `apply-update`, run as root: replaces `code` by what lies in the agent's folder if the key pinned at the install signed it and it is
 * newer. What lies there is the agent's word and nothing more: it is read once, without following links, proved from those bytes, and
 * nothing there is made or removed, as a link of the agent's could lead anywhere.
 */
export async function applyUpdate(folder: string, code: string): Promise<string> {
  const key = (await readFile(join(dirname(code), keyFile), 'utf8')).trim()
  const manifest = JSON.parse(
    Buffer.from(await readOnce(join(folder, 'update', offered.manifest), 4096)).toString(),
  )
  const update = updateOf(manifest)
  const refusal = refusalOf(update, text(key, keyFile, 256), present)
  if (refusal) throw new Error(`refused: ${refusal}`)
  const bytes = await readOnce(join(folder, 'update', offered.code), mostBytes)
  if (sha256Of(bytes) !== update.sha256) throw new Error('refused: the SHA-256 is another')
  const fresh = `${code}.new`
  await writeFile(fresh, bytes, { mode: 0o644, flush: true })
  await chmod(fresh, 0o644)
  await rename(fresh, code)
  return `Installed version ${update.version}.`
}

async function readOnce(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = await file.stat()
    if (size > most) throw new Error(`refused: ${path} is too large`)
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
