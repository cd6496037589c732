import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'oracle-ebs-rce',
    [
      get('/OA_HTML/help/../ieshostedsurvey.jsp'),
      post('/OA_HTML/configurator/UiServlet', 'redirectFromJsp=1&getUiType=x'),
    ],
    get('/OA_HTML/help/index.html'),
  ),
]
