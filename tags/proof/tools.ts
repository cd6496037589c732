import { type Proof, agent, get, proof, ssh, syn, tcp, udp } from './sketch.ts'

const firefox = agent('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0')
const openssh = ssh('SSH-2.0-OpenSSH_9.6')

/** A tool known by its browser name, against a name that only resembles it. */
const named = (slug: string, name: string, other: string): Proof =>
  proof(slug, agent(name), [agent(other), firefox])

export const toolProofs: readonly Proof[] = [
  proof(
    'masscan',
    [
      syn(80, { masscanId: true, window: 1024, options: '' }),
      syn(80, { masscanId: true, window: 1024, options: '2' }),
      agent('masscan/1.3 (https://github.com/robertdavidgraham/masscan)'),
    ],
    [syn(80, { masscanId: true }), syn(80, { window: 1024, options: '' })],
  ),
  proof(
    'zmap',
    [syn(80, { window: 65_535, options: '' }, { ipId: 54_321 }), udp(53, 'x', { ipId: 54_321 })],
    [syn(80, { window: 65_535, options: '' }), syn(80, {}, { ipId: 54_321 })],
  ),
  proof('nmap-syn-scan', syn(443, { window: 1024, options: '2' }), [
    syn(443, { window: 1024, options: '2', masscanId: true }),
    syn(443, { window: 64_240, options: '2' }),
    tcp(443),
  ]),
  named(
    'nmap-scripting-engine',
    'Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)',
    'Mozilla/5.0 (compatible; Scripting Engine)',
  ),
  proof(
    'nmap-service-probe',
    [
      get('/nice%20ports%2C/Tri%6Eity.txt%2ebak'),
      tcp(5060, 'OPTIONS sip:nm SIP/2.0\r\n'),
      tcp(3389, '\u0003\u0000\u0000*%\u00e0\u0000\u0000\u0000\u0000\u0000Cookie: mstshash=nmap\r\n'),
    ],
    [get('/nice'), tcp(5060, 'OPTIONS sip:100@192.0.2.9 SIP/2.0\r\n')],
  ),
  proof(
    'zgrab',
    [agent('Mozilla/5.0 zgrab/0.x'), ssh('SSH-2.0-ZGrab ZGrab SSH Survey')],
    [agent('Mozilla/5.0 zgrab'), openssh],
  ),
  named('nuclei', 'Nuclei - Open-source project (github.com/projectdiscovery/nuclei)', 'Nuclear/1.0'),
  named(
    'httpx-projectdiscovery',
    'httpx - Open-source project (github.com/projectdiscovery/httpx)',
    'python-httpx/0.27.0',
  ),
  named('sqlmap', 'sqlmap/1.8.4#stable (https://sqlmap.org)', 'Mozilla/5.0 sqlmap'),
  named('nikto', 'Mozilla/5.00 (Nikto/2.5.0) (Evasions:None) (Test:Port Check)', 'Nikto reader'),
  named('wpscan', 'WPScan v3.8.25 (https://wpscan.com/wordpress-security-scanner)', 'WordPress/6.5'),
  named('directory-bruteforcer', 'gobuster/3.6', 'Mozilla/5.0 gobuster'),
  named('openvas', 'Mozilla/5.0 [en] (X11, U; OpenVAS-VT 22.7.9)', 'Mozilla/5.0 [en] (X11, U)'),
  proof(
    'acunetix',
    [agent('acunetix-product (WVS/13.0)'), get('/', { headers: { 'Acunetix-Aspect': 'enabled' } })],
    get('/', { headers: { 'X-Aspect': 'enabled' } }),
  ),
  named('l9explore', 'l9explore/1.2.2', 'explore/1.0'),
  named('curl', 'curl/8.7.1', 'pycurl/7.45'),
  named('wget', 'Wget/1.21.4', 'Mozilla/5.0 Wget'),
  named('python-http-client', 'python-requests/2.32.3', 'requests'),
  named('go-http-client', 'Go-http-client/1.1', 'Go'),
  named('java-http-client', 'okhttp/4.12.0', 'JavaScript/1.0'),
  named('perl-http-client', 'libwww-perl/6.77', 'perl'),
  named(
    'headless-chrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ),
  proof('paramiko', ssh('SSH-2.0-paramiko_3.4.0'), openssh),
  proof('libssh-client', [ssh('SSH-2.0-libssh2_1.11.0'), ssh('SSH-2.0-libssh_0.10.6')], openssh),
  proof('go-ssh-client', ssh('SSH-2.0-Go'), [ssh('SSH-2.0-Golf'), openssh]),
]
