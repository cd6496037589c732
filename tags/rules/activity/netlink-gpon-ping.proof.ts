import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'netlink-gpon-ping',
    post('/boaform/admin/formPing', 'target_addr=1.2.3.4;cat /etc/passwd'),
    post('/boaform/admin/formPing', 'target_addr=1.2.3.4'),
  ),
]
