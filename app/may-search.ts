import type { Services } from '#services/services.ts'
import { searchRight, type SearchType } from '#model/search-type.ts'

/** What whoever asks may search. A list of addresses is analyzed for a workspace: it takes one besides. */
export const maySearch =
  ({ can }: Pick<Services, 'can'>) =>
  (type: SearchType): boolean =>
    can(searchRight(type)) && (type !== 'ips-bulk' || can('workspace'))
