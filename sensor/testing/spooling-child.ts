import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../connection/connection.ts'
import { Losses } from '../losses.ts'
import { openFolder } from '../settings/folder.ts'
import { ship } from '../ship/ship.ts'
import { openSpool } from '../spool/spool.ts'
import { segmentSaying } from './batches.ts'

/**
 * A process that closes segments numbered from `first` on and ships them, until it is killed; "0" closes none. It closes no further one
 * while so many wait, and more when it is told of more.
 */
const [path = '', server = '', first = '0', token = 'nfs_own', waiting = 'Infinity'] = process.argv.slice(2)
const spool = await openSpool(await openFolder(path), {
  losses: new Losses(),
  now: Date.now,
  mostBytes: 1 << 30,
})
const { signal } = new AbortController()
const shipping = { failingSince: null, error: null }
void ship(connect({ server, token }), spool, { signal, now: Date.now, shipping })
process.send?.({ ready: true })
let most = Number(waiting)
process.on('message', (more: number) => void (most += more))
let number = Number(first)
while (number > 0) {
  while (spool.state().batches >= most) await pause(10)
  const at = Date.now()
  await spool.add(segmentSaying(number, 20_000, at))
  // Only what was heard of counts as closed.
  process.send?.({ closed: number, at })
  number++
}
