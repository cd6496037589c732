import type { BusinessService } from '#model/sources.ts'

/** As clients read it (public API notes, 3.1): every member there, empty where nothing is known. */
export const presentBusinessService = (service: BusinessService | null) => ({
  found: service !== null,
  category: service?.category ?? '',
  name: service?.name ?? '',
  description: service?.description ?? '',
  explanation: service?.explanation ?? '',
  last_updated: service?.lastUpdated ?? '',
  reference: service?.reference ?? '',
  trust_level: service === null ? '' : String(service.trustLevel),
})

export const noBusinessService = presentBusinessService(null)
