import type { Enricher } from '#pipeline/enrich/open.ts'
import type { Reference } from '#services/context.ts'
import { statuses } from '#sources/status.ts'
import type { Installation } from '#store/app/installation.ts'
import type { SourceUpdates } from '../jobs/source-updates.ts'

/** What reference data says, as verbs ask for it. @param updates null while nothing is fetched */
export const referenceOf = ({
  enricher,
  installation,
  folder,
  updates,
}: {
  enricher: Enricher
  installation: Pick<Installation, 'fetchStates'>
  folder: string
  updates: () => SourceUpdates | null
}): Reference => ({
  network: (ip) => enricher.network(ip),
  service: (ip) => enricher.service(ip),
  isService: (keys, at) => enricher.isService(keys, at),
  names: (kind, fingerprint) => enricher.names(kind, fingerprint),
  facts: () => statuses(folder),
  fetchStates: () => installation.fetchStates.all(),
  folder,
  updates: () => updates()?.status() ?? { state: 'off', lastAt: '' },
})
