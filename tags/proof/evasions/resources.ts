import { type Proof, get, post, proof } from '../sketch.ts'

/** The same resource under another path: parameters of segments, slashes, blanks and NULs at the end. */
export const resources: readonly Proof[] = [
  proof('env-crawler', get('/.env;.js'), get('/.environment;.js')),
  proof('env-crawler', get('/.env%20'), get('/env%20')),
  proof('env-crawler', get('/.env%00.jpg'), get('/env%00.jpg')),
  proof('env-crawler', get('/.env/'), get('/env/')),
  proof('git-config-crawler', get('/.git;x=1/config;.css'), get('/.github;x=1/config;.css')),
  proof('spring-actuator-crawler', get('/actuator;x/env'), get('/actuator;x/other')),
  proof('spring-actuator-crawler', get('/actuator/heapdump/'), get('/actuator/other/')),
  proof('spring-actuator-crawler', get('/actuator%3b/env%2f'), get('/actuators%3b/env%2f')),
  proof('tomcat-manager-probe', get('/manager;x/html'), get('/managers;x/html')),
  proof('tomcat-manager-probe', get('/;/manager/;/html/;'), get('/;/manager/;/images/;')),
  proof(
    'phpunit-rce',
    post('/vendor/phpunit/src/Util/PHP/eval-stdin.php/', '<?php'),
    get('/vendor/phpunit/'),
  ),
  proof('phpunit-rce', post('/x/eval-stdin.php;x', '<?php'), get('/x/eval-stdin;x')),
  proof('phpunit-rce', post('/x/eval-stdin.php/y', '<?php'), get('/x/eval-stdin/y')),
  proof(
    'laravel-ignition',
    post('/_ignition/execute-solution/', '{}'),
    post('/_ignition/health-check/', '{}'),
  ),
  proof('wordpress-upload-script', get('/wp-content/uploads/x.php5'), get('/wp-content/uploads/x.png')),
  proof('wordpress-upload-script', get('/wp-content/uploads/x.php%20'), get('/wp-content/uploads/x%20')),
  proof(
    'wordpress-upload-script',
    get('/wp-content/uploads/2026/x.phar'),
    get('/wp-content/uploads/2026/pharmacy.pdf'),
  ),
  proof(
    'f5-big-ip-tmui',
    get('/tmui/login.jsp/.;/..;/tmui/x.jsp'),
    get('/tmui/login.jsp;jsessionid=1/x.jsp'),
  ),
  proof('f5-big-ip-tmui', get('/tmui/login.jsp;x/..;y/tmui/x.jsp'), get('/tmui/login.jsp;x/y;z/x.jsp')),
  proof('f5-big-ip-tmui', get('/tmui/login.jsp/%2e%2e%3bz/tmui/x.jsp'), get('/tmui/login.jsp/%2e%3bz/x.jsp')),
  proof('path-traversal', get('/x/..;/..;/etc/passwd'), get('/x/..;/etc;/x')),
  proof('path-traversal', get('/x/..;a=1/..;b/etc/passwd;.js'), get('/x/..;a=1/passwd;.js')),
  proof('hadoop-yarn-probe', post('/ws/v1/cluster/apps/new-application/'), post('/ws/v1/cluster/apps/')),
]
