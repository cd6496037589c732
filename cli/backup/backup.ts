import { constants } from 'node:fs'
import { access, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { version } from '#model/version.ts'
import { accepted, call, type Connection } from '../connection.ts'
import { Exit, exitCodes } from '../exit.ts'
import { filesIn, type Manifest, manifestName, sumOf } from './manifest.ts'
import { syncFolder, syncTree } from './sync.ts'

const made = z.object({
  name: z.string(),
  files: z.number(),
  bytes: z.number(),
  paused_ms: z.number(),
  // A server of an older release keeps everything in its data folder.
  left_out: z.array(z.string()).default([]),
})

/** `noisefloor backup FOLDER`: everything the running server keeps, into a folder that is not there yet. */
export async function backup(connection: Connection, dataFolder: string, target: string): Promise<void> {
  const to = resolve(target)
  if (await isThere(to)) throw new Exit('usage', `${to} is there already: name a new folder.`)
  if (`${to}${sep}`.startsWith(`${resolve(dataFolder)}${sep}`))
    throw new Exit('usage', `${to} is in the data folder, and every later backup would hold this one.`)
  const stop = stopSignal()
  const answer = made.parse(
    accepted(
      await call(connection, '/api/operator/backups', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    ),
  )
  const from = join(dataFolder, 'backups', answer.name)
  const fresh = `${to}.partial`
  try {
    if (!(await isThere(from)))
      throw new Exit(
        'failed',
        `The copy ${answer.name} is not in ${dataFolder}: run this on the server's machine.`,
      )
    await rm(fresh, { recursive: true, force: true })
    // Not those above it: where there is no folder to hold it, its name is a mistake.
    await mkdir(fresh, { mode: 0o700 })
    const files: Manifest['files'] = []
    for (const path of await filesIn(from)) {
      stop.throwIfAborted()
      const file = join(fresh, path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await copyFile(join(from, path), file, constants.COPYFILE_FICLONE)
      files.push({ path, ...(await sumOf(file)) })
    }
    const written: Manifest = { format: 1, version, made: new Date().toISOString(), files }
    await writeFile(join(fresh, manifestName), JSON.stringify(written), { mode: 0o600 })
    await syncTree(fresh, stop)
    await rename(fresh, to)
    await syncFolder(dirname(to))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (error instanceof Exit) throw error
    throw new Exit(
      'failed',
      `The backup was not written: ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    await call(connection, `/api/operator/backups/${answer.name}`, { method: 'DELETE' })
      .then(accepted)
      // What was written, or why it was not, is what counts.
      .catch(() => console.error('The server did not remove its own copy: it does when it starts.'))
  }
  console.log(
    `${answer.files} files, ${(answer.bytes / 1e6).toFixed(1)} MB, in ${to}. Nothing was written for ${Math.ceil(answer.paused_ms)} ms. It holds keys and addresses: keep it where nobody else reads.`,
  )
  for (const folder of answer.left_out)
    console.log(
      `Not in it: the captures, lists and results in ${folder} (FILES_URL). Copy that folder as files.`,
    )
}

/** A terminal sends Ctrl-C to all that runs in it, and what started this passes it on: so soon after the first it is the same. */
const sameStopMs = 1000

/** What was begun is put away before this ends. A second signal ends it at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let at = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted && performance.now() - at > sameStopMs) process.exit(exitCodes.failed)
      if (!stop.signal.aborted) at = performance.now()
      stop.abort(new Exit('failed', 'The backup was stopped: nothing was written.'))
    })
  return stop.signal
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
