import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'winhttp-client',
    [agent('Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)')],
    [agent('Mozilla/4.0 (compatible; Win32)')],
  ),
]
