import type { Session } from '#model/session.ts'
import { agent, get, icmp, inNetwork, post, ssh, syn, tcp, telnet, tls, udp } from './sketch.ts'

/** For rules over time: sessions of one address that together fire the rule, and such that together must not. */
export interface ProofOverTime {
  slug: string
  fires: readonly Session[]
  spares: readonly Session[]
}

const series = (count: number, secondsApart: number, draw: (index: number) => Session): Session[] =>
  Array.from({ length: count }, (_, index) => {
    const session = draw(index)
    const firstPacket = session.firstPacket + index * Math.ceil(secondsApart * 1000)
    return { ...session, firstPacket, lastPacket: firstPacket + 1000 }
  })

const to = (index: number, session: Session): Session => ({
  ...session,
  destination: { ...session.destination, ip: `192.0.2.${index + 1}` },
})

/** Enough in time, against one too few and as many but too far apart. */
const enough = (
  slug: string,
  [count, within]: [number, number],
  draw: (index: number) => Session,
  ...others: Session[][]
): ProofOverTime[] => {
  const apart = (within - 1) / count
  return [
    { slug, fires: series(count, apart, draw), spares: series(count - 1, apart, draw) },
    { slug, fires: series(count, 0, draw), spares: series(count, within / (count - 1), draw) },
    ...others.map((spares) => ({ slug, fires: series(count, apart, draw), spares })),
  ]
}

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'ssh-bruteforce-fast',
    [10, 300],
    () => ssh('SSH-2.0-Go'),
    // A configuration tool opens a session a task.
    series(40, 1, () => inNetwork(ssh('SSH-2.0-paramiko_3.4.0'))),
  ),
  ...enough('telnet-bruteforce-fast', [10, 300], () => telnet('root', 'root')),
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
  ...enough(
    'vertical-scan',
    [20, 60],
    (index) => syn(1000 + index),
    series(20, 1, (index) => to(index, syn(1000))),
    series(40, 1, (index) => tcp(1000 + index, 'hello')),
  ),
  ...enough(
    'slow-port-scan',
    [100, 86_400],
    (index) => syn(1000 + index),
    series(120, 1, (index) => tcp(1000 + index, 'hello')),
  ),
  ...enough(
    'rdp-bruteforce-fast',
    [10, 300],
    () => tcp(3389, '\u0003\u0000\u0000*%\u00e0Cookie: mstshash=admin\r\n'),
    series(20, 1, () => tcp(3389)),
  ),
  ...enough(
    'web-path-sweep',
    [30, 60],
    (index) => get(`/page${index}`),
    series(40, 1, () => get('/page')),
  ),
  ...enough(
    'user-agent-rotation',
    [10, 600],
    (index) => agent(`Mozilla/5.0 name${index}`),
    series(20, 1, () => agent('Mozilla/5.0')),
  ),
  ...enough('sip-flood', [30, 60], () => udp(5060, 'REGISTER sip:192.0.2.9 SIP/2.0\r\n')),
  ...enough(
    'wordpress-login-bruteforce',
    [10, 300],
    () => post('/wp-login.php', 'log=admin&pwd=x'),
    series(20, 1, () => get('/wp-login.php')),
  ),
  ...enough(
    'icmp-sweep',
    [10, 60],
    (index) => to(index, icmp(8)),
    series(20, 1, () => icmp(8)),
    series(20, 1, (index) => to(index, icmp(0))),
  ),
  ...enough(
    'smb-sweep',
    [10, 60],
    (index) => to(index, syn(445)),
    series(20, 1, (index) => to(index, inNetwork(tcp(445, '\u00ffSMBr')))),
  ),
  ...enough('telnet-sweep', [10, 60], (index) => to(index, syn(index % 2 === 0 ? 23 : 2323))),
  ...enough('udp-reflection-burst', [50, 60], () => udp(123, '\u0017')),
  ...enough('many-sensors', [5, 3600], (index) => ({ ...syn(80), sensor: `sensor-${index}` })),
]
