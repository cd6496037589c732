import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compressionOf } from '#packet/capture/decompress.ts'

const endings = /\.(pcap|pcapng|cap|dmp)(\.(gz|zst))?$/i

/** First four bytes of pcap (both orders, µs and ns) and pcapng files. */
const magics = new Set(['a1b2c3d4', 'd4c3b2a1', 'a1b23c4d', '4d3cb2a1', '0a0d0d0a'])

async function looksLikeCapture(path: string): Promise<boolean> {
  if (endings.test(path)) return true
  const file = await open(path).catch(() => null)
  if (!file) return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead < 4) return false
    // What is packed is unpacked by the server, which says so where it holds no capture.
    return magics.has(buffer.toString('hex')) || compressionOf(buffer.readUInt32BE()) !== 'none'
  } finally {
    await file.close()
  }
}

/**
 * The captures at a path: the file itself whatever its name, or every file below a folder that is named or begins like
 * one, in alphabetical order.
 */
export async function findCaptures(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const captures: string[] = []
  for (const file of files.sort()) if (await looksLikeCapture(file)) captures.push(file)
  return captures
}
