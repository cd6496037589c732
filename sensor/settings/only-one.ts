import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { Folder } from './folder.ts'

/** Holds the folder for this process: two agents in one would remove what the other is writing. Ends with the process, however it ends. */
export async function holdFolder(folder: Folder): Promise<Server> {
  const path = join(folder.path, 'agent.sock')
  try {
    return await listen(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (await isAnswered(path)) throw new Error(`another agent works in ${folder.path}`, { cause: error })
    // Left behind by one that was killed.
    await rm(path, { force: true })
    return listen(path)
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
