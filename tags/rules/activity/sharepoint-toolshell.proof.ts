import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'sharepoint-toolshell',
    post('/_layouts/15/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx', 'x'),
    get('/_layouts/15/ToolPane.aspx?DisplayMode=Edit'),
  ),
]
