import { profileLimits, type SensorProfile } from '#model/sensor/profile.ts'

/** What is wrong with the ports of a profile when they are looked at together. */
export function* portProblems({
  ports,
  catchAll = [],
}: Pick<SensorProfile, 'ports' | 'catchAll'>): Generator<{ message: string; path: (string | number)[] }> {
  if (ports.length + catchAll.length === 0)
    yield { message: 'A profile listens on one port at least.', path: ['ports'] }
  const seen = new Set<string>()
  for (const [index, { port, transport }] of ports.entries()) {
    if (seen.has(`${transport} ${port}`))
      yield { message: `${transport} port ${port} is listed twice.`, path: ['ports', index, 'port'] }
    seen.add(`${transport} ${port}`)
  }
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
