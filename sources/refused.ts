/** Why a file of a source was not imported, in words for the operator. The data imported before stays in use. */
export class SourceRefused extends Error {
  override name = 'SourceRefused'
}

/** Nobody could be asked: no way out, no such name, nobody listening. Says nothing against the source. */
export class Unreachable extends SourceRefused {}
