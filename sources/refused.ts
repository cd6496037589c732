/** Why a file of a source was not taken, in words for the operator. The one that stood before still stands. */
export class SourceRefused extends Error {
  override name = 'SourceRefused'
}
