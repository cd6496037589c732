import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The newest mail to somebody, from the outbox in the data folder. Null while there is none. */
export async function lastMail(dataFolder: string, to: string): Promise<string | null> {
  for await (const mail of mailsTo(dataFolder, to)) return mail
  return null
}

/** Newest first. */
export async function* mailsTo(dataFolder: string, to: string): AsyncGenerator<string> {
  const outbox = join(dataFolder, 'outbox')
  const names = await readdir(outbox).catch((): string[] => [])
  for (const name of names
    .filter((each) => each.endsWith('.eml'))
    .sort()
    .toReversed()) {
    const text = unfolded(await readFile(join(outbox, name), 'utf8'))
    if (text.toLowerCase().includes(`to: ${to.toLowerCase()}`)) yield text
  }
}

/** Soft line breaks and equals signs of quoted-printable (RFC 2045 §6.7). */
const unfolded = (text: string): string => text.replaceAll('=\r\n', '').replaceAll('=3D', '=')

export const inviteIn = (mail: string): string => /\/signup\/invite\/([\w-]+)\/accept/.exec(mail)?.[1] ?? ''
export const tokenIn = (mail: string): string => /token=([\w-]+)/.exec(mail)?.[1] ?? ''
