import { type EvidenceSource, listSources } from '#store/analytics/evidence/sources.ts'
import type { Ctx } from '../context.ts'

/** Every list of others that counts, our own one of actors among them, by name. */
export const lists = ({ analytics }: Ctx): Promise<EvidenceSource[]> => listSources(analytics)
