import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Passwords that became known by breaches, as a file of the operator's lists them; nobody else is asked. */
export interface BreachedPasswords {
  /** @throws Error where the file is gone, or is no such list in the middle */
  has(password: string): Promise<boolean>
}

/**
 * The form in which Have I Been Pwned gives its list as one file: a line for each, SHA-1 in 40 hexadecimal digits, in their order,
 * with ":" and how often it was seen. The whole is some 40 GB, so it is searched where it lies.
 */
const line = /^([0-9A-F]{40})(:\d{1,20})?\r?\n?$/i

/** Bytes of the longest line there can be. */
const longest = 63

/** @throws Error for a file that cannot be read or does not begin with such a line */
export function openBreached(path: string): BreachedPasswords {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(longest)
    const length = readSync(file, start, 0, longest, 0)
    digestIn(firstLine(start.toString('latin1', 0, length)))
  } finally {
    closeSync(file)
  }
  return {
    async has(password) {
      const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
      await using file = await open(path)
      let [from, to] = [0, (await file.stat()).size]
      while (from < to) {
        const found = await lineAt(file, from + Math.floor((to - from) / 2))
        if (found.digest === wanted) return true
        if (found.digest > wanted) to = found.begins
        else from = found.ends
      }
      return false
    },
  }
}

/** The line in which a byte lies, and where it begins and ends. */
async function lineAt(file: FileHandle, at: number) {
  const start = Math.max(0, at - longest)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * longest), 0, 2 * longest, start)
  const text = buffer.toString('latin1', 0, bytesRead)
  const begins = text.lastIndexOf('\n', at - start - 1) + 1
  const found = firstLine(text.slice(begins))
  return { digest: digestIn(found), begins: start + begins, ends: start + begins + found.length }
}

const firstLine = (text: string): string => /^[^\n]*\n?/.exec(text)?.[0] ?? ''

function digestIn(text: string): string {
  const digest = line.exec(text)?.[1]
  if (digest === undefined)
    throw new Error('expected lines of a SHA-1 in hexadecimal digits, in their order, like 000…A7:3')
  return digest.toUpperCase()
}
