import { type ProofOverTime, enough, series, to } from '#tags/proof/over-time.ts'
import { get, inNetwork, syn, tcp, tls, udp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'horizontal-scan',
    [20, 60],
    (index) => to(index, syn(443)),
    series(20, 1, () => syn(443)),
    // What a workstation does: names are looked up, pages and mail are read, and everybody answers.
    series(40, 1, (index) => to(index, udp(53, 'query'))),
    series(40, 1, (index) => to(index, index % 2 === 0 ? tls() : get('/'))),
    series(40, 1, (index) => to(index, inNetwork(udp(1900 + index, 'hello')))),
    series(40, 1, (index) => to(index, { ...syn(443), direction: 'backscatter' })),
  ),
  // Connections that are opened and left in silence are a scan also where somebody accepts them.
  ...enough('horizontal-scan', [20, 60], (index) => to(index, tcp(443))),
  ...enough('horizontal-scan', [20, 60], (index) => to(index, inNetwork(syn(443)))),
]
