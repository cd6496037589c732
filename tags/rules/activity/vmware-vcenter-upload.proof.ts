import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('vmware-vcenter-upload', post('/ui/vropspluginui/rest/services/uploadova'), get('/ui/')),
]
