import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

const negotiate = '\u0000\u0000\u0000\u0085\u00ffSMBr\u0000\u0000\u0000'

/** A TRANS2 request of SMB1 ([MS-CIFS] 2.2.4.46): the multiplex id in its header, the subcommand as its only set-up word. */
const trans2 = (multiplex: string, subcommand: string): string =>
  `\u0000\u0000\u0000O\u00ffSMB2${'\u0000'.repeat(4)}\u0018\u0007\u00c0${'\u0000'.repeat(12)}\u0000\u0008\u00ff\u00fe\u0000\u0008${multiplex}` +
  `\u000f\u000c\u0000${'\u0000'.repeat(16)}\u000c\u0000${'\u0000'.repeat(6)}\u0001\u0000${subcommand}\u0000\u0000`

export const proofs: readonly Proof[] = [
  proof(
    'doublepulsar',
    [tcp(445, negotiate + trans2('A\u0000', '\u000e\u0000')), tcp(445, trans2('B\u0000', '\u000e\u0000'))],
    [
      tcp(445, '\u0000\u0000\u0000\u0085\u00ffSMBr\u0000\u0000\u0000'),
      tcp(8445, trans2('A\u0000', '\u000e\u0000')),
      // QUERY_PATH_INFO of a plain SMB1 client, whose parameters hold the same two bytes.
      tcp(445, `${negotiate}${trans2('A\u0000', '\u0005\u0000')}\u000e\u0000\u000e\u0000`),
      tcp(445, trans2('\u0005\u0000', '\u000e\u0000')),
    ],
  ),
]
