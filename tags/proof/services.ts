import { type Proof, proof, tcp, udp } from './sketch.ts'

/** Servers that are no web servers. */
export const servicesProofs: readonly Proof[] = [
  proof(
    'postgres-login-attempt',
    [tcp(5432, '\u0000\u0000\u0000%\u0000\u0003\u0000\u0000user\u0000postgres\u0000')],
    [tcp(5432, 'hello'), tcp(5433, '\u0000\u0000\u0000%\u0000\u0003\u0000\u0000user\u0000postgres\u0000')],
  ),
  proof(
    'oracle-tns-probe',
    [tcp(1521, '\u0000W\u0000\u0000\u0001\u0000(connect_data=(COMMAND=version))')],
    [tcp(1521, 'hello'), tcp(1522, '\u0000W\u0000\u0000\u0001\u0000(connect_data=(COMMAND=version))')],
  ),
  proof(
    'amqp-probe',
    [tcp(5672, 'AMQP\u0000\u0000\u0009\u0001')],
    [tcp(5672, 'hello'), tcp(5673, 'AMQP\u0000\u0000\u0009\u0001')],
  ),
  proof(
    'cassandra-probe',
    [
      tcp(
        9042,
        '\u0004\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0016\u0000\u0001\u0000\u000bCQL_VERSION\u0000\u00053.0.0',
      ),
    ],
    [
      tcp(9042, 'hello'),
      tcp(
        9043,
        '\u0004\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0016\u0000\u0001\u0000\u000bCQL_VERSION\u0000\u00053.0.0',
      ),
    ],
  ),
  proof(
    'pptp-probe',
    [tcp(1723, '\u0000\u009c\u0000\u0001\u001a+<M\u0000\u0001')],
    [tcp(1723, 'hello'), tcp(1724, '\u0000\u009c\u0000\u0001\u001a+<M\u0000\u0001')],
  ),
  proof(
    'bgp-probe',
    [
      tcp(
        179,
        '\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u0000\u001d\u0001',
      ),
    ],
    [
      tcp(179, 'hello'),
      tcp(
        180,
        '\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u0000\u001d\u0001',
      ),
    ],
  ),
  proof(
    'irc-client',
    [tcp(6667, 'NICK bot\u000d\u000a')],
    [tcp(6667, 'hello'), tcp(6668, 'NICK bot\u000d\u000a')],
  ),
  proof(
    'git-daemon-probe',
    [tcp(9418, '0033git-upload-pack /project.git')],
    [tcp(9418, 'hello'), tcp(9419, '0033git-upload-pack /project.git')],
  ),
  proof(
    'ajp-file-read',
    [tcp(8009, '\u00124\u0001\u0000\u0002\u0002javax.servlet.include.path_info')],
    [tcp(8009, 'hello'), tcp(8010, '\u00124\u0001\u0000\u0002\u0002javax.servlet.include.path_info')],
  ),
  proof(
    'java-rmi-probe',
    [tcp(1099, 'JRMI\u0000\u0002K')],
    [tcp(1099, 'hello'), tcp(1100, 'JRMI\u0000\u0002K')],
  ),
  proof(
    'weblogic-t3-probe',
    [tcp(7001, 't3 12.2.1\u000aAS:255\u000aHL:19\u000a\u000a')],
    [tcp(7001, 'hello'), tcp(7002, 't3 12.2.1\u000aAS:255\u000aHL:19\u000a\u000a')],
  ),
  proof(
    'bitcoin-node',
    [tcp(8333, '\u00f9\u00be\u00b4\u00d9version\u0000')],
    [tcp(8333, 'hello'), tcp(8334, '\u00f9\u00be\u00b4\u00d9version\u0000')],
  ),
  proof(
    'stratum-miner',
    [tcp(3333, '{"id":1,"method":"mining.subscribe"}')],
    [tcp(3333, 'hello'), tcp(3334, '{"id":1,"method":"mining.subscribe"}')],
  ),
  proof(
    'printer-pjl-probe',
    [tcp(9100, '\u001b%-12345X@PJL INFO ID\u000d\u000a')],
    [tcp(9100, 'hello'), tcp(9101, '\u001b%-12345X@PJL INFO ID\u000d\u000a')],
  ),
  proof(
    'ws-discovery-probe',
    [udp(3702, '<?xml version="1.0"?><a>http://schemas.xmlsoap.org/ws/2005/04/discovery/probe</a>')],
    [
      udp(3702, 'hello'),
      udp(3703, '<?xml version="1.0"?><a>http://schemas.xmlsoap.org/ws/2005/04/discovery/probe</a>'),
    ],
  ),
  proof(
    'steam-query-amplification',
    [udp(27015, '\u00ff\u00ff\u00ff\u00ffTSource Engine Query\u0000')],
    [udp(27015, 'hello'), udp(27016, '\u00ff\u00ff\u00ff\u00ffTSource Engine Query\u0000')],
  ),
  proof('jenkins-cli-probe', [tcp(50000, 'Protocol:CLI')], [tcp(50000, 'hello'), tcp(50001, 'Protocol:CLI')]),
  proof(
    'winbox-probe',
    [tcp(8291, 'h\u0001\u0000fM2\u0005')],
    [tcp(8291, 'hello'), tcp(8292, 'h\u0001\u0000fM2\u0005')],
  ),
]
