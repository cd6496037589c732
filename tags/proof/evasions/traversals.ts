import { type Proof, get, post, proof } from '../sketch.ts'

const json = { contentType: 'application/json' }
const form = { contentType: 'application/x-www-form-urlencoded' }

/** Ways out of a folder. */
export const traversals: readonly Proof[] = [
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
