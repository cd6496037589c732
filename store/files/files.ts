import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refuse } from '#model/errors.ts'
import { giveBack } from '#model/give-back.ts'
import { uuidV7, uuidV7Time } from '#store/identifier.ts'
import { diskFull } from './disk-full.ts'
import { syncFolder } from './durable.ts'

/** Large contents kept as they came: captures, lists, results. */
export interface Files {
  /**
   * Keeps a content, durably, under a fresh id (a UUIDv7). Throws `too-large` beyond `limit` bytes, `busy` when the disk is
   * nearly full, and what `body` throws; then nothing is kept.
   */
  put(body: AsyncIterable<Uint8Array>, options: { limit: number }): Promise<StoredFile>
  /**
   * The same of a content whose hash nobody asks for, and which somebody may read while it comes: told is its id to be, where it lies until it
   * is whole, and how many bytes of it are there.
   * Chunks that are given away (`givesChunks`) must be nobody else's: once written they are gone.
   */
  receive(
    body: AsyncIterable<Uint8Array>,
    options: { limit: number; onGrown?: ((file: GrowingFile) => void) | undefined; givesChunks?: boolean },
  ): Promise<Omit<StoredFile, 'sha256'>>
  /** A place for a content that a thread of this machine writes. */
  reserve(): Promise<ReservedFile>
  /** Streams a content; throws `not-found`. */
  open(id: string): Promise<AsyncIterable<Uint8Array>>
  /** Where a thread of this machine reads a content; throws `not-found` for what is no id. */
  path(id: string): string
  /** Gives `id` the content of `by`, whose own id then stands for nothing; all at once, durably. */
  replace(id: string, by: string): Promise<void>
  /** Removes a content; no effect when there is none. */
  remove(id: string): Promise<void>
  /** Ids of everything kept, in no order. */
  ids(): AsyncIterable<string>
  freeBytes(): Promise<number>
}

export interface GrowingFile {
  id: string
  path: string
  bytes: number
}

export interface ReservedFile {
  /** Nothing is there yet. */
  path: string
  /** Keeps what was written, durably, once it is whole. @returns its id */
  keep(): Promise<string>
  /** Removes what was written and is not kept; no effect when there is nothing. */
  discard(): Promise<void>
}

export interface StoredFile {
  id: string
  /** Lower-case hex. */
  sha256: string
  bytes: number
}

const checkEvery = 16 * 2 ** 20
/** Bytes that are written at once: each piece by itself costs more than its bytes. */
const writtenAtOnce = 2 ** 20

/** Milliseconds without a byte more after which a content that another server was taking in is given up. */
const leftMs = 86_400_000

/** Files in 256 folders by the last two digits of their id, `incoming` for what is not whole yet. */
export async function openFiles(options: {
  dir: string
  clock: () => number
  /** Free bytes of the disk below which nothing is taken. */
  minFreeBytes?: number
  /** Whether other servers keep contents in the same folder: what they are taking in stays. */
  isShared?: boolean
}): Promise<Files> {
  const { dir, clock, minFreeBytes = 512 * 2 ** 20, isShared = false } = options
  const incoming = join(dir, 'incoming')
  if (isShared) await removeUntouched(incoming, clock() - leftMs)
  else await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true, mode: 0o700 })

  const pathOf = (id: string): string => {
    if (uuidV7Time(id) === null) throw refuse('not-found', 'There is no such file.')
    return join(dir, id.slice(-2), id)
  }

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize
  }

  async function write(
    path: string,
    body: AsyncIterable<Uint8Array>,
    { limit, onBytes }: { limit: number; onBytes: (pieces: readonly Uint8Array[], bytes: number) => void },
  ): Promise<number> {
    const file = await open(path, 'wx', 0o600)
    let bytes = 0
    let checked = -Infinity
    let [pieces, waiting]: [Uint8Array[], number] = [[], 0]
    const flush = async (): Promise<void> => {
      if (waiting === 0) return
      await writeAll(file, pieces, waiting)
      onBytes(pieces, bytes)
      ;[pieces, waiting] = [[], 0]
    }
    try {
      for await (const chunk of body) {
        if (bytes + chunk.length > limit)
          throw refuse('too-large', `The content is larger than ${limit} bytes.`, { limit })
        if (bytes - checked >= checkEvery) {
          checked = bytes
          if ((await freeBytes()) < minFreeBytes) throw diskFull(minFreeBytes)
        }
        pieces.push(chunk)
        waiting += chunk.length
        bytes += chunk.length
        if (waiting >= writtenAtOnce) await flush()
      }
      await flush()
      await file.sync()
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? diskFull() : error
    } finally {
      await file.close()
    }
    return bytes
  }

  /** What `body` brings under a fresh id, once it is whole. */
  async function keep(
    body: AsyncIterable<Uint8Array>,
    {
      limit,
      onBytes,
    }: { limit: number; onBytes: (pieces: readonly Uint8Array[], file: GrowingFile) => void },
  ): Promise<{ id: string; bytes: number }> {
    const id = uuidV7(clock())
    const temporary = join(incoming, id)
    try {
      const bytes = await write(temporary, body, {
        limit,
        onBytes: (pieces, all) => onBytes(pieces, { id, path: temporary, bytes: all }),
      })
      await moveIntoPlace(temporary, id)
      return { id, bytes }
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Moves what is whole to where it is kept. */
  async function moveIntoPlace(temporary: string, id: string): Promise<void> {
    const folder = join(dir, id.slice(-2))
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(dir)
    await rename(temporary, join(folder, id))
    await syncFolder(folder)
  }

  return {
    async put(body, { limit }) {
      const hash = createHash('sha256')
      const onBytes = (pieces: readonly Uint8Array[]): void => pieces.forEach((piece) => hash.update(piece))
      const kept = await keep(body, { limit, onBytes })
      return { ...kept, sha256: hash.digest('hex') }
    },
    receive: (body, { limit, onGrown, givesChunks = false }) =>
      keep(body, {
        limit,
        onBytes(pieces, file) {
          if (givesChunks) pieces.forEach(giveBack)
          onGrown?.(file)
        },
      }),
    async reserve() {
      const id = uuidV7(clock())
      const path = join(incoming, id)
      return {
        path,
        async keep() {
          const file = await open(path, 'r')
          await file.sync().finally(() => file.close())
          await moveIntoPlace(path, id)
          return id
        },
        discard: () => rm(path, { force: true }),
      }
    },
    async open(id) {
      const stream = createReadStream(pathOf(id), { highWaterMark: 1 << 18 })
      await new Promise<void>((resolve, reject) =>
        stream.once('open', () => resolve()).once('error', reject),
      ).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? refuse('not-found', 'There is no such file.') : error
      })
      return stream
    },
    path: pathOf,
    async replace(id, by) {
      const [from, to] = [pathOf(by), pathOf(id)]
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await rename(from, to)
      for (const folder of new Set([dirname(from), dirname(to)])) await syncFolder(folder)
    },
    async remove(id) {
      const path = pathOf(id)
      await rm(path, { force: true })
    },
    async *ids() {
      for (const folder of await readdir(dir))
        if (/^[0-9a-f]{2}$/.test(folder))
          for (const id of await readdir(join(dir, folder))) if (uuidV7Time(id) !== null) yield id
    },
    freeBytes,
  }
}

/** Removes files of a folder that nobody has written to since. Others may do the same meanwhile. */
async function removeUntouched(folder: string, since: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && found.mtimeMs < since) await rm(path, { recursive: true, force: true })
  }
}

/** The system may take a part of what it is given. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], bytes: number): Promise<void> {
  if (bytes === 0) return
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten === bytes) return
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let done = 0; done < rest.length;)
    done += (await file.write(rest, done, rest.length - done)).bytesWritten
}
