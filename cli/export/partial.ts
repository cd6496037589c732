import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** What of a download that was cut off can be kept: whole lines, and the address of the last one. */
export interface Kept {
  bytes: number
  /** null when not even one record arrived. */
  after: string | null
}

const block = 1 << 20
const newline = 10

/** The address a line of an export is about; null for headers, brackets and what is no such line. */
export function addressIn(line: string): string | null {
  const named = /^,?\{(?:"change":"\w+",)?"ip":"([0-9a-f.:]+)"/.exec(line)
  if (named) return named[1] ?? null
  return /^(?:(?:new|gone|changed)[,\t])?([0-9a-f]*[.:][0-9a-f.:]+)(?=,|\r?$)/.exec(line)?.[1] ?? null
}

/** Looks for the last whole line from the end of a file. Lines may be of any length. */
export function keptOf(path: string): Kept {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    let tail = Buffer.alloc(0)
    for (let from = size; from > 0;) {
      const length = Math.min(block, from)
      from -= length
      const piece = Buffer.alloc(length)
      readSync(file, piece, 0, length, from)
      tail = Buffer.concat([piece, tail])
      const end = tail.lastIndexOf(newline)
      if (end < 0) continue
      const start = end === 0 ? -1 : tail.lastIndexOf(newline, end - 1)
      if (start < 0 && from > 0) continue
      return { bytes: from + end + 1, after: addressIn(tail.subarray(start + 1, end).toString()) }
    }
    return { bytes: 0, after: null }
  } finally {
    closeSync(file)
  }
}
