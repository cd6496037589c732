import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'wordpress-xmlrpc',
    post(
      '/xmlrpc.php',
      '<?xml version="1.0"?><methodCall><methodName>wp.getUsersBlogs</methodName></methodCall>',
    ),
    [get('/xmlrpc.php'), post('/xmlrpc.php', 'x')],
  ),
]
