/** The data is of a later release than this one, which would take what it does not know for damage, or write beside it. */
export class NewerRelease extends Error {
  /** `where`: which data. `found`: the migration that this release does not have; `last`: the last one that it has. */
  constructor({ where, found, last }: { where: string; found: string; last: string }) {
    super(
      `${where} is of a later release of Noisefloor: it has ${found}, and this release knows up to ${last}. Start that release, or restore a backup made by this one.`,
    )
  }
}
