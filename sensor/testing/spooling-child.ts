import { Losses } from '../losses.ts'
import { connect } from '../connection/connection.ts'
import { openFolder } from '../settings/folder.ts'
import { ship } from '../ship/ship.ts'
import { openSpool } from '../spool/spool.ts'
import { segmentSaying } from './batches.ts'

/** A process that closes segments numbered from `first` on and ships them, until it is killed; "0" closes none. */
const [path = '', server = '', first = '0'] = process.argv.slice(2)
const spool = await openSpool(await openFolder(path), {
  losses: new Losses(),
  now: Date.now,
  mostBytes: 1 << 30,
})
const { signal } = new AbortController()
const shipping = { failingSince: null, error: null }
void ship(connect({ server, token: 'nfs_own' }), spool, { signal, now: Date.now, shipping })
process.send?.({ ready: true })
let number = Number(first)
while (number > 0) {
  await spool.add(segmentSaying(number, 20_000))
  // Only what was heard of counts as closed.
  process.send?.({ closed: number })
  number++
}
