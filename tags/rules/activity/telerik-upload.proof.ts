import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'telerik-upload',
    post('/Telerik.Web.UI.WebResource.axd?type=rau', 'x'),
    get('/Telerik.Web.UI.WebResource.axd?type=rau'),
  ),
]
