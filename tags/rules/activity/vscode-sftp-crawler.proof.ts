import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('vscode-sftp-crawler', get('/.vscode/sftp.json'), get('/.vscode/settings.json')),
]
