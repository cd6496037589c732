import { carriedLimits } from '#model/sensor/device.ts'
import { profileLimits, type SensorProfile } from '#model/sensor/profile.ts'

/** What is wrong with the ports of a profile when they are looked at together. */
export function* portProblems({
  ports,
  catchAll = [],
  device,
}: Pick<SensorProfile, 'ports' | 'catchAll' | 'device'>): Generator<{
  message: string
  path: (string | number)[]
}> {
  if (ports.length + catchAll.length === 0)
    yield { message: 'A profile listens on one port at least.', path: ['ports'] }
  const seen = new Set<string>()
  for (const [index, { port, transport }] of ports.entries()) {
    if (seen.has(`${transport} ${port}`))
      yield { message: `${transport} port ${port} is listed twice.`, path: ['ports', index, 'port'] }
    seen.add(`${transport} ${port}`)
  }
  if (device) yield* carriedProblems({ ports, catchAll })
  const portsOf = (ranges: typeof catchAll) => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const limit = (count: number, most: number, what: string) =>
    count > most
      ? [{ message: `Ranges of a catch-all hold ${most} ${what} together at most.`, path: ['catchAll'] }]
      : []
  yield* limit(portsOf(catchAll), profileLimits.catchAllPorts, 'ports')
  yield* limit(
    portsOf(catchAll.filter(({ transport }) => transport === 'udp')),
    profileLimits.catchAllDatagramPorts,
    'UDP ports',
  )
}

/** Datagrams would make a device answer whoever is named as their sender; ranges would be more than one device's own ports. */
function* carriedProblems({
  ports,
  catchAll,
}: Required<Pick<SensorProfile, 'ports' | 'catchAll'>>): ReturnType<typeof portProblems> {
  for (const [index, { transport, tls }] of ports.entries()) {
    if (transport !== 'tcp')
      yield { message: 'Only TCP is carried to a device.', path: ['ports', index, 'transport'] }
    if (tls !== undefined)
      yield { message: 'What is carried to a device is carried as it is.', path: ['ports', index, 'tls'] }
  }
  if (catchAll.length > 0) yield { message: 'A device has no catch-all.', path: ['catchAll'] }
  if (ports.length > carriedLimits.ports)
    yield { message: `A device has ${carriedLimits.ports} ports at most.`, path: ['ports'] }
}
