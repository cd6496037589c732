import type { SaidByAgent } from '#store/app/sensors/sensor.ts'

type Listening = Pick<SaidByAgent['listening'][number], 'port' | 'transport'>

/** Ranges that are written out; a catch-all over two transports and the decoys between make a dozen. */
const most = 24

/** Ports in order, those that follow each other as one range: "22/tcp 8000–8100/tcp 53/udp". Empty where there is none. */
export function portList(listening: readonly Listening[]): string {
  const ranges = (['tcp', 'udp'] as const).flatMap((transport) => rangesOf(listening, transport))
  const shown = ranges.slice(0, most).join(' ')
  return ranges.length > most ? `${shown} and ${ranges.length - most} more` : shown
}

function rangesOf(listening: readonly Listening[], transport: Listening['transport']): string[] {
  const ports = new Set(listening.filter((one) => one.transport === transport).map(({ port }) => port))
  const ranges: { from: number; to: number }[] = []
  for (const port of [...ports].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.to === port - 1) last.to = port
    else ranges.push({ from: port, to: port })
  }
  return ranges.map(({ from, to }) => `${from === to ? from : `${from}–${to}`}/${transport}`)
}
