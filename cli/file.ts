import { lstatSync } from 'node:fs'
import { Exit } from './exit.ts'

/**
 * What is written beside `path` first is renamed to it: a device or a link would be replaced, and where root does it, `/dev/null` and
 * `/dev/stdout` would be gone for the whole machine. @throws Exit 'failed' where something else than a file has this name
 */
export function mustBeFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isFile()) return
  const what = found.isDirectory() ? 'a folder' : found.isSymbolicLink() ? 'a link' : 'no file'
  throw new Exit('failed', `${path} cannot be written: it is ${what}.`)
}
