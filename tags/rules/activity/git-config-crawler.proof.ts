import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'git-config-crawler',
    [get('/.git/config'), get('/app/.git/HEAD'), get('/.svn/entries')],
    [get('/.git/foobar'), get('/.gitignore'), get('/.hg/foobar')],
  ),
]
