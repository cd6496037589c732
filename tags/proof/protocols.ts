import { type Proof, get, icmp, post, proof, request, syn, tcp, tls, udp } from './sketch.ts'

const rdp =
  '\u0003\u0000\u0000\u0013\u000e\u00e0\u0000\u0000\u0000\u0000\u0000\u0001\u0000\u0008\u0000\u0003\u0000\u0000\u0000'
const smb1 = '\u0000\u0000\u0000T\u00ffSMBr\u0000\u0000\u0000\u0000\u0018\u0001\u0028\u0002NT LM 0.12\u0000'
const web = get('/')

export const protocolProofs: readonly Proof[] = [
  proof('icmp-ping', icmp(8), [icmp(0), udp(8)]),
  proof('tls-client', tls(), tcp(443)),
  proof('web-client', web, tcp(80, 'x')),
  proof(
    'rdp-crawler',
    [
      tcp(3389, rdp),
      tcp(3390, '\u0003\u0000\u0000+&\u00e0\u0000\u0000\u0000\u0000\u0000Cookie: mstshash=Administr\r\n'),
    ],
    [tcp(3389, '\u0003\u0000'), syn(3389)],
  ),
  proof('rdp-port-scan', syn(3389), [tcp(3389), syn(3390)]),
  proof(
    'smb-crawler',
    [tcp(445, smb1), tcp(445, '\u0000\u0000\u0000\u00a0\u00feSMB@\u0000')],
    [tcp(445, 'SMB'), tcp(80, smb1)],
  ),
  proof('smbv1-crawler', tcp(445, smb1), [
    tcp(445, `${smb1}\u0002SMB 2.002\u0000`),
    tcp(445, '\u00feSMB@\u0000'),
  ]),
  proof(
    'sip-options-scanner',
    udp(5060, 'OPTIONS sip:100@192.0.2.9 SIP/2.0\r\n'),
    udp(5060, 'REGISTER sip:x SIP/2.0\r\n'),
  ),
  proof(
    'sip-register-scanner',
    udp(5060, 'REGISTER sip:192.0.2.9 SIP/2.0\r\n'),
    udp(5060, 'OPTIONS sip:x SIP/2.0\r\n'),
  ),
  proof(
    'sip-invite-scanner',
    udp(5060, 'INVITE sip:00441@192.0.2.9 SIP/2.0\r\n'),
    udp(5060, 'OPTIONS sip:x SIP/2.0\r\n'),
  ),
  proof(
    'sipvicious',
    udp(5060, 'OPTIONS sip:100@192.0.2.9 SIP/2.0\r\nUser-Agent: friendly-scanner\r\n'),
    udp(5060, 'OPTIONS sip:100@192.0.2.9 SIP/2.0\r\nUser-Agent: Asterisk\r\n'),
  ),
  proof(
    'redis-crawler',
    [tcp(6379, '*1\r\n$4\r\ninfo\r\n'), tcp(6379, 'INFO\r\n')],
    [tcp(80, 'INFO\r\n'), tcp(6379, 'QUIT\r\n'), tcp(6379, 'xyz1\r\n$4\r\ninfo')],
  ),
  proof(
    'mongodb-crawler',
    tcp(
      27_017,
      ':\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u00d4\u0007\u0000\u0000admin.$cmd\u0000isMaster',
    ),
    tcp(27_017, ':\u0000'),
  ),
  proof('memcached-crawler', tcp(11_211, 'stats\r\n'), [tcp(11_211, 'get x\r\n'), udp(11_211, 'stats\r\n')]),
  proof('memcached-amplification', udp(11_211, '\u0000\u0001\u0000\u0000\u0000\u0001\u0000\u0000stats\r\n'), [
    tcp(11_211, 'stats\r\n'),
    udp(11_211),
  ]),
  proof('ntp-client', udp(123, '#'), [tcp(123), udp(124)]),
  proof('ntp-monlist', udp(123, '\u0017\u0000\u0003*\u0000\u0000'), [
    udp(123, '\u001b\u0000\u0000'),
    udp(123, '\u0017\u0000\u0003+'),
  ]),
  proof('dns-query', udp(53, '\u0012\u0034\u0001\u0000'), [tcp(53), udp(54)]),
  proof(
    'dns-any-amplification',
    udp(
      53,
      '\u0012\u0034\u0001\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0007example\u0000\u0000\u00ff\u0000\u0001',
    ),
    udp(
      53,
      '\u0012\u0034\u0001\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0007example\u0000\u0000\u0001\u0000\u0001',
    ),
  ),
  proof(
    'dns-version-bind',
    udp(
      53,
      '\u0012\u0034\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0007version\u0004bind\u0000\u0000\u0010\u0000\u0003',
    ),
    udp(53, '\u0007version'),
  ),
  proof('snmp-scanner', udp(161, '0'), [tcp(161), udp(162)]),
  proof(
    'snmp-default-community',
    udp(161, '0&\u0002\u0001\u0001\u0004\u0006public\u00a0\u0019'),
    udp(161, '0&\u0002\u0001\u0001\u0004\u0006secret\u00a0\u0019'),
  ),
  proof('ssdp-scanner', udp(1900, 'M-SEARCH * HTTP/1.1\r\nHOST:239.255.255.250:1900\r\n'), [
    udp(1900, 'NOTIFY * HTTP/1.1\r\n'),
    udp(1900, 'M-SEARCH x HTTP/1.1'),
  ]),
  proof('mqtt-crawler', tcp(1883, '\u0010\u0012\u0000\u0004MQTT\u0004\u0002'), tcp(1883, '\u0020\u0002')),
  proof('modbus-scanner', tcp(502, '\u0000\u0001\u0000\u0000\u0000\u0005\u0001+\u000e\u0001\u0000'), [
    tcp(502),
    tcp(503, 'x'),
  ]),
  proof('s7-scanner', tcp(102, '\u0003\u0000\u0000\u0016\u0011\u00e0'), [
    tcp(102, 'x'),
    tcp(103, '\u0003\u0000'),
  ]),
  proof('bacnet-scanner', udp(47_808, '\u0081\u000a\u0000\u0011\u0001\u0004'), [
    udp(47_808, 'x'),
    udp(47_809, '\u0081\u000a'),
  ]),
  proof('dnp3-scanner', tcp(20_000, '\u0005d\u0005\u00c9'), [tcp(20_000, 'x'), tcp(20_001, '\u0005d')]),
  proof('ethernet-ip-scanner', tcp(44_818, 'c\u0000\u0000\u0000'), tcp(44_818, 'd\u0000')),
  proof('fox-scanner', tcp(1911, 'fox a 1 -1 fox hello\n{'), tcp(1911, 'fox')),
  proof('iec104-scanner', tcp(2404, 'h\u0004\u0007\u0000\u0000\u0000'), [
    tcp(2404, 'hello'),
    tcp(2405, 'h\u0004'),
  ]),
  proof('vnc-crawler', tcp(5900, 'RFB 003.008\n'), tcp(5900, 'RFB')),
  proof('adb-check', tcp(5555, 'CNXN\u0000\u0000\u0000\u0001'), tcp(5555, 'OPEN')),
  proof('x11-crawler', tcp(6000, 'l\u0000\u000b\u0000\u0000\u0000'), tcp(6000, 'l')),
  proof(
    'ldap-crawler',
    tcp(389, '0%\u0002\u0001\u0001c \u0004\u0000\u0087\u000bobjectClass0\u0000'),
    tcp(389, '0%'),
  ),
  proof('cldap-amplification', udp(389, '0%'), [tcp(389, '0%'), udp(389)]),
  proof('coap-scanner', udp(5683, '@\u0001}p\u00bb.well-known\u0004core'), udp(5683, '@')),
  proof('ike-scanner', udp(500, '\u0000'), [tcp(500), udp(501)]),
  proof('ipmi-scanner', udp(623, '\u0006\u0000\u00ff\u0007\u0000'), udp(623, '\u0006')),
  proof('tftp-scanner', udp(69, '\u0000\u0001x\u0000octet\u0000'), [tcp(69), udp(70)]),
  proof('portmap-scanner', udp(111, '\u0001'), [udp(111), udp(112, '\u0001')]),
  proof('mdns-scanner', udp(5353, '\u0000'), [tcp(5353), udp(5354)]),
  proof(
    'netbios-scanner',
    udp(
      137,
      '\u0080\u00f0\u0000\u0010\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000 CKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\u0000\u0000!\u0000\u0001',
    ),
    udp(137, '\u0080'),
  ),
  proof(
    'stun-scanner',
    udp(3478, '\u0000\u0001\u0000\u0000!\u0012\u00a4Babcdefghijkl'),
    udp(3478, '\u0000\u0001\u0000\u0000'),
  ),
  proof('openvpn-scanner', udp(1194, '8\u0001\u0002\u0003'), [udp(1194, '9'), udp(1195, '8')]),
  proof(
    'rtsp-crawler',
    [tcp(554, 'OPTIONS rtsp://192.0.2.9/ RTSP/1.0\r\n'), tcp(554, 'OPTIONS * RTSP/1.0\r\n')],
    tcp(554, 'OPTIONS / HTTP/1.1\r\n'),
  ),
  proof('socks-proxy-scanner', tcp(1080, '\u0005\u0001\u0000'), [
    tcp(1080, '\u0005'),
    udp(1080, '\u0005\u0001\u0000'),
  ]),
  proof(
    'http-proxy-scanner',
    [request('CONNECT', 'example.com:443'), get('http://example.com/')],
    get('/http://example.com/'),
  ),
  proof('jdwp-scanner', tcp(8000, 'JDWP-Handshake'), tcp(8000, 'JDWP')),
  proof('zookeeper-crawler', tcp(2181, 'ruok'), [tcp(2181, 'x'), tcp(2182, 'ruok')]),
  proof('rsync-crawler', tcp(873, '@RSYNCD: 31.0\n'), tcp(873, 'RSYNCD')),
  proof('ubiquiti-discovery', udp(10_001, '\u0001\u0000\u0000\u0000'), udp(10_001, '\u0002')),
  proof('minecraft-scanner', tcp(25_565, '\u0010\u0000'), [tcp(25_565), tcp(25_566, 'x')]),
  proof('elasticsearch-crawler', get('/_cat/indices?v'), get('/_catalogue')),
  proof('docker-api-probe', get('/v1.43/containers/json'), [get('/version'), get('/v2/version')]),
  proof('docker-api-takeover', post('/v1.43/containers/create', '{}'), get('/v1.43/containers/create')),
  proof('kubernetes-api-probe', get('/api/v1/pods'), get('/api/v1/podsy')),
  proof('kubelet-exec', post('/run/kube-system/x/y', 'cmd=id'), [get('/run/kube-system/x/y'), post('/run')]),
]
