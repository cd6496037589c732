import { type Proof, agent, at, from, proof, syn } from './sketch.ts'

/** A name under the organisation's domain proves it; the domain in front of another one, or as a part of one, does not. */
const verified = (slug: string, name: string): Proof => {
  const domain = name.split('.').slice(-2).join('.')
  return proof(slug, from({ rdns: name }), [
    from({ rdns: `${name}.attacker.example` }),
    from({ rdns: `not${domain}` }),
    from({ domain }),
    agent(name),
    syn(443),
  ])
}

/** Invented organisations count in demo traffic only. */
const invented = (slug: string, name: string): Proof =>
  proof(slug, from({ rdns: name }, syn(443, {}, { origin: 'demo' })), [
    from({ rdns: name }),
    from({ rdns: `${name}.attacker.example` }, syn(443, {}, { origin: 'demo' })),
  ])

export const actorProofs: readonly Proof[] = [
  verified('shodan-io', 'census3.shodan.io'),
  verified('censys', 'scanner-07.censys-scanner.com'),
  proof('censys', from({ asn: 'AS398324' }), from({ asn: 'AS39832' })),
  proof('shodan-io', [at('66.240.192.138'), at('198.20.69.74')], [at('66.240.192.139'), at('198.20.69.80')]),
  proof('shadowserver-org', at('184.105.139.67'), at('184.105.139.128')),
  proof('cortex-xpanse', at('35.203.211.9'), at('35.203.212.9')),
  proof('internet-measurement', at('87.236.176.3'), at('87.236.177.3')),
  proof('university-of-michigan', at('141.212.120.9'), at('141.212.121.9')),
  proof('rwth-aachen', at('137.226.113.4'), at('137.226.113.64')),
  proof('googlebot', [at('66.249.64.1'), at('::ffff:66.249.95.255')], at('66.249.96.1')),
  proof('bingbot', at('157.55.39.1'), at('157.55.40.1')),
  proof('applebot', at('17.241.75.1'), at('17.241.76.1')),
  verified('shadowserver-org', 'scan-12.shadowserver.org'),
  verified('rapid7', 'scanner1.labs.rapid7.com'),
  verified('cortex-xpanse', 'scan-3.expanse.co'),
  verified('internet-measurement', 'alpha.internet-measurement.com'),
  verified('binaryedge', 'prod-7.binaryedge.ninja'),
  verified('leakix', 'scan.leakix.org'),
  verified('onyphe', 'clem.probe.onyphe.net'),
  verified('criminalip', 'scan.criminalip.com'),
  verified('netcraft', 'survey.netcraft.com'),
  verified('qualys', 'scan01.qualys.com'),
  verified('bitsight', 'scan.bitsight.com'),
  verified('university-of-michigan', 'researchscan1.eecs.umich.edu'),
  verified('rwth-aachen', 'researchscan9.comsys.rwth-aachen.de'),
  verified('caida', 'scan.caida.org'),
  verified('stretchoid', 'zg-1.stretchoid.com'),
  verified('ipip-net', 'scan.ipip.net'),
  verified('googlebot', 'crawl-66-249-66-1.googlebot.com'),
  verified('bingbot', 'msnbot-157-55-39-1.search.msn.com'),
  verified('yandexbot', '5-255-253-1.spider.yandex.com'),
  verified('baiduspider', 'baiduspider-1.crawl.baidu.com'),
  verified('applebot', '17-58-98-1.applebot.apple.com'),
  verified('petalbot', 'petalbot-1.petalsearch.com'),
  verified('ahrefsbot', 'hydra001.ahrefs.com'),
  invented('demo-research-scanner', 'scanner-7.research.example'),
  invented('demo-internet-census', 'probe-7.census.example'),
  invented('demo-searchbot', 'crawl-7.searchbot.example'),
  invented('demo-uptime-monitor', 'monitor-7.uptime.example'),
  invented('demo-security-ratings', 'scan-7.ratings.example'),
  proof('tor-exit', from({ tor: true }), from({ vpn: true })),
  proof('vpn-exit', from({ vpn: true }), from({ tor: true })),
]
