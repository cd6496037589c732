import { createReadStream, openAsBlob } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Exit } from './exit.ts'

/** A file, or standard input for "-". Whoever reads no further destroys it. */
export const openInput = (path: string): Readable => (path === '-' ? process.stdin : createReadStream(path))

/**
 * What is sent of it. The length of a file goes ahead of it, so that a server refuses what is too large before it is sent; standard input and
 * what another program writes meanwhile (`<(zcat list.gz)`) have none that anybody knows.
 */
export async function inputBody(path: string): Promise<BodyInit> {
  return (await isReadAgain(path))
    ? openAsBlob(path)
    : (Readable.toWeb(openInput(path)) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>)
}

/** Whether it can be sent a second time. */
export const isReadAgain = async (path: string): Promise<boolean> =>
  path !== '-' && (await stat(path)).isFile()

/** Its bytes as they come. @throws Exit 'refused' for one that cannot be read */
export async function* bytesOf(path: string, input: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* input as AsyncIterable<Uint8Array>
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Asked before a file is sent: one that fails midway looks like a server that went away. @throws Exit 'refused' */
export async function mustBeFile(path: string): Promise<void> {
  let isFolder: boolean
  try {
    await access(path, constants.R_OK)
    isFolder = (await stat(path)).isDirectory()
  } catch (error) {
    throw unreadable(path, error)
  }
  if (isFolder) throw new Exit('refused', `${path}: is a folder`)
}

const unreadable = (path: string, error: unknown): Exit =>
  new Exit('refused', `${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`)
