import { rowColumns } from './collect.ts'
import type { NativeBlock } from './native-format.ts'
import { selectRows, type SomeRows } from './select-rows.ts'

/**
 * Blocks of fewer rows are put together. Beside its rows a block takes some hundred kilobytes for its columns, and one of which all
 * rows but a few were superseded would stay for as long as these are the newest: under a steady stream of changes another every second.
 */
export const fewRows = 1000

/** The rows of some blocks, oldest first, without those that a later row of the same address supersedes. */
export function newestRows(blocks: readonly NativeBlock[]): NativeBlock[] {
  const later = new Set<string>()
  const left = blocks
    .toReversed()
    .map((block): SomeRows => {
      const keys = block.columns.get(rowColumns.key)
      const bytes = keys?.type === 'ip' ? Buffer.from(keys.bytes.buffer) : Buffer.alloc(0)
      const rows: number[] = []
      for (let row = block.rows - 1; row >= 0; row -= 1) {
        const key = bytes.toString('latin1', 16 * row, 16 * row + 16)
        if (!later.has(key)) rows.push(row)
        later.add(key)
      }
      return { block, rows: Uint32Array.from(rows.reverse()) }
    })
    .reverse()
  return together(left).map(selectRows)
}

type Together = [SomeRows, ...SomeRows[]]

/** Which of them become one block; no address is in two of them, so that their order does not matter. */
function together(parts: readonly SomeRows[]): Together[] {
  const all: Together[] = []
  let few: SomeRows[] = []
  let count = 0
  const end = (): void => {
    const [first, ...others] = few
    if (first) all.push([first, ...others])
    ;[few, count] = [[], 0]
  }
  for (const part of parts) {
    if (part.rows.length === 0) continue
    if (part.rows.length >= fewRows) {
      all.push([part])
      continue
    }
    few.push(part)
    count += part.rows.length
    if (count >= fewRows) end()
  }
  end()
  return all
}
