import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startThread } from './thread.ts'

/** Makes objects that live a little, as rows on their way into a segment do, and tells what V8 took for young ones. */
const busy = `
import { parentPort } from 'node:worker_threads'
import { getHeapSpaceStatistics } from 'node:v8'
const some = Array.from({ length: 300000 }, () => [])
let most = 0
for (let made = 0; made < 20000000; made += 1) {
  some[made % some.length] = [made]
  if (made % 100000 === 0)
    for (const { space_name: name, space_size: size } of getHeapSpaceStatistics())
      if (name === 'new_space') most = Math.max(most, size)
}
parentPort.postMessage({ most })
setInterval(() => undefined, 1000)
`

test('a thread under a stream of changes takes no more for young objects than it is given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-thread-'))
  const file = join(folder, 'busy.mjs')
  writeFileSync(file, busy)
  const thread = startThread<never, { most: number }>(pathToFileURL(file))
  try {
    const { most } = await thread.next(() => true)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(24 * 2 ** 20)
  } finally {
    await thread.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
