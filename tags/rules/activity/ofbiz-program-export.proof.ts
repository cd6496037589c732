import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ofbiz-program-export', post('/webtools/control/main/ProgramExport', 'groovyProgram=x'), [
    post('/webtools/control/forgotPassword;/ProgramExport'),
    post('/webtools/control/ProgramExport'),
  ]),
]
