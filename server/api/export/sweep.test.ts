import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Goes through 2 GB of buffers beside a heap that takes V8 a while to mark, as an export does. */
const exporting = `
import { sweeper } from ${JSON.stringify(new URL('./sweep.ts', import.meta.url))}
const heap = Array.from({ length: 300_000 }, (_, at) => ({ at, text: String(at) }))
const sweep = sweeper()
const recent = []
for (let at = 0; at < 2000; at += 1) {
  recent[at % 100] = Buffer.alloc(1_000_000)
  sweep(1_000_000)
  if (at % 4 === 0) await new Promise(setImmediate)
}
console.log('kept', heap.length)
`

test('what an export sweeps ends no full collection by force', () => {
  const { stdout } = spawnSync(
    process.execPath,
    ['--trace-gc', '--input-type=module-typescript', '--eval', exporting],
    { encoding: 'utf8' },
  )
  expect(stdout).toContain('kept 300000')
  expect(stdout).toContain('Mark-Compact')
  expect(stdout).toContain('Scavenge')
  expect(stdout).not.toContain('forced finalization')
})
