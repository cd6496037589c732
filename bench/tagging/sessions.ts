import { random } from '#demo/random.ts'
import type { Session } from '#model/session.ts'
import { get, syn, telnet, udp } from '#tags/proof/sketch.ts'
import { pathAt } from './rules.ts'

/** The mix a sensor sees: mostly single SYNs, then requests (one in twenty for a path of some rule), logins, datagrams. */
export function sessionsOf(count: number, seed: number): Session[] {
  const { next: draw, int } = random(`tagging ${seed}`)
  const below = (max: number): number => int(0, max - 1)
  return Array.from({ length: count }, (_, index) => {
    const kind = draw()
    const drawn =
      kind < 0.6
        ? syn(1 + below(65_000))
        : kind < 0.85
          ? get(
              draw() < 0.05
                ? `${pathAt(below(5000))}?cmd=x;id&file=../../etc/passwd`
                : `/site${below(5000)}/page${below(1000)}/index.php?view=${below(100_000)}&lang=en`,
            )
          : kind < 0.95
            ? telnet('root', `password${below(1000)}`, 'enable', 'shell')
            : udp(53, `query ${below(100_000)}`)
    return {
      ...drawn,
      id: (seed * 2 ** 26 + index).toString(16).padStart(32, '0'),
      source: { ...drawn.source, ip: `198.51.${below(256)}.${below(256)}` },
    }
  })
}
