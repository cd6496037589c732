import { type Proof, get, post, proof, request } from '../sketch.ts'

/** Files and pages that are asked for. */
export const places: readonly Proof[] = [
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
