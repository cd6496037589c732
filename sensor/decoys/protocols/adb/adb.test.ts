import { expect, it } from 'vitest'
import { Rehearsal } from '../../testing/rehearsal.ts'
import { adb } from './adb.ts'

function message(command: string, from: number, to: number, data: string): Buffer {
  const bytes = Buffer.alloc(24 + data.length)
  bytes.write(command + '\0'.repeat(20) + data, 'latin1')
  for (const [at, number] of [from, to, data.length].entries()) bytes.writeUInt32LE(number, 4 + 4 * at)
  return bytes
}

it('runs no more of what is given to `sh` for who opens one shell after another', () => {
  const line = `echo "${'echo -n x;'.repeat(64)}">/g;${'cat /g|sh;'.repeat(8)}`
  const talk = new Rehearsal('adb')
  for (let from = 1; from <= 100; from++) talk.hear(adb.stream!, message('OPEN', from, 0, `shell:${line}\0`))
  const run = talk.replied.toString('latin1').match(/x/g)!.length
  expect(run).toBeGreaterThan(256)
  expect(run).toBeLessThanOrEqual(1024)
})
