import { type Proof, agent, get, post, proof, request } from './sketch.ts'

const front = get('/')

export const crawlingProofs: readonly Proof[] = [
  proof(
    'env-crawler',
    [get('/.env'), get('/app/.env.production'), get('/.prod.env'), get('/api/prod.env'), get('/.env-backup')],
    [get('/environment'), get('/x.env'), get('/.environment')],
  ),
  proof(
    'git-config-crawler',
    [get('/.git/config'), get('/app/.git/HEAD'), get('/.svn/entries')],
    [get('/.git/foobar'), get('/.gitignore'), get('/.hg/foobar')],
  ),
  proof('aws-credentials-crawler', get('/.aws/credentials'), get('/aws/pricing')),
  proof('ssh-key-crawler', get('/.ssh/id_rsa'), get('/ssh/keys')),
  proof('config-backup-crawler', get('/wp-config.php.bak'), get('/wp-config.php')),
  proof('vscode-sftp-crawler', get('/.vscode/sftp.json'), get('/.vscode/settings.json')),
  proof('phpinfo-crawler', get('/phpinfo.php'), get('/info.html')),
  proof('spring-actuator-crawler', get('/actuator/heapdump'), get('/actuators')),
  proof('symfony-profiler-crawler', get('/app_dev.php/_profiler/phpinfo'), get('/profiler/')),
  proof('jenkins-probe', get('/jenkins/script'), [get('/scripts'), get('/assets/script')]),
  proof('web-shell-probe', get('/wp-content/shell.php'), get('/shell.html')),
  proof(
    'path-traversal',
    [get('/../../../../etc/passwd'), post('/x', 'file=../../../../etc/passwd')],
    [get('/docs/etc/passwd'), get('/../index.html')],
  ),
  proof(
    'sql-injection-attempt',
    [get('/?id=1%20union%20select%201,2'), post('/x', 'id=1 union select 1,2')],
    [get('/?q=credit+union'), post('/x', 'select a union')],
  ),
  proof('robots-txt-crawler', get('/robots.txt'), front),
  proof('favicon-crawler', get('/favicon.ico'), front),
  proof('open-redirect-oast', get('/?url=http://c0ffee.oast.fun/'), get('/?url=http://toast.example/')),
  proof('hnap-probe', get('/HNAP1/'), [post('/HNAP1/'), get('/HNAP')]),
  proof(
    'claims-search-engine',
    agent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    agent('Mozilla/5.0 googlebot'),
  ),
  proof(
    'ai-crawler',
    agent('Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'),
    request('GET', '/gptbot'),
  ),
]
