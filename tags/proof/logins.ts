import { type Proof, get, inNetwork, post, proof, ssh, tcp, telnet, tls } from './sketch.ts'

export const loginProofs: readonly Proof[] = [
  proof('ssh-connection', ssh('SSH-2.0-OpenSSH_9.6'), [tcp(22), tls(22)]),
  proof(
    'ssh-bruteforcer',
    [ssh('SSH-2.0-libssh2_1.11.0'), ssh('SSH-2.0-Go'), ssh('SSH-2.0-paramiko_3.4.0')],
    [ssh('SSH-2.0-OpenSSH_9.6'), ssh('SSH-2.0-Go', { hassh: '' }), inNetwork(ssh('SSH-2.0-Go'))],
  ),
  proof('telnet-bruteforcer', telnet('admin', 'secret'), [tcp(23), telnet('HELP')]),
  proof(
    'telnet-default-credentials',
    [telnet('root', 'xc3511'), telnet('root', 'VIZXV')],
    [telnet('root', 'secret'), telnet('echo xc3511')],
  ),
  proof('ftp-login-attempt', tcp(21, 'USER anonymous\r\nPASS x\r\n'), [
    tcp(21, 'USER anonymous\r\n'),
    tcp(8021, 'USER a\r\nPASS b\r\n'),
  ]),
  proof('smtp-login-attempt', tcp(25, 'EHLO x\r\nAUTH LOGIN\r\n'), tcp(25, 'EHLO x\r\nMAIL FROM:<>\r\n')),
  proof(
    'pop3-imap-login-attempt',
    [tcp(110, 'USER a\r\nPASS b\r\n'), tcp(143, 'a1 LOGIN a b\r\n')],
    [tcp(110, 'CAPA\r\n'), tcp(143, 'a1 CAPABILITY\r\n')],
  ),
  proof('http-basic-login', get('/', { authorization: 'Basic dXNlcjpwYXNz' }), [
    get('/'),
    get('/', { authorization: 'Bearer x' }),
  ]),
  proof(
    'http-default-credentials',
    get('/', { authorization: 'Basic YWRtaW46YWRtaW4=' }),
    get('/', { authorization: 'Basic dXNlcjpwYXNz' }),
  ),
  proof('wordpress-login-attempt', post('/blog/wp-login.php', 'log=admin&pwd=x'), get('/wp-login.php')),
  proof(
    'wordpress-xmlrpc',
    post(
      '/xmlrpc.php',
      '<?xml version="1.0"?><methodCall><methodName>wp.getUsersBlogs</methodName></methodCall>',
    ),
    [get('/xmlrpc.php'), post('/xmlrpc.php', 'x')],
  ),
  proof(
    'wordpress-enumeration',
    [get('/wp-json/wp/v2/users/'), get('/?author=1')],
    [get('/wp-json/wp/v2/posts'), get('/?page=1')],
  ),
  proof('mssql-login-attempt', tcp(1433, '\u0012\u0001\u0000/\u0000\u0000'), [
    tcp(1433, 'GET'),
    tcp(1434, '\u0012\u0001\u0000'),
  ]),
  proof('phpmyadmin-probe', get('/phpmyadmin/index.php'), get('/phpmyadministrator')),
  proof('tomcat-manager-probe', get('/manager/html'), get('/manager/')),
  proof(
    'boa-form-login',
    post('/boaform/admin/formLogin', 'username=admin&psd=x'),
    get('/boaform/admin/formLogin'),
  ),
]
