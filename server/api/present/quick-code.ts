import type { FoundIp } from '#services/ip/find-many.ts'

/** What the codes of the version 2 quick calls say (public API notes, 2.3); clients show these texts themselves. */
export const quickCodes = {
  neverSeen: '0x00',
  seen: '0x01',
  /** Seen, but no handshake was ever completed. */
  spoofable: '0x02',
  /** Seen, at a cloud provider, whose addresses change hands within hours. */
  cloud: '0x06',
  invalid: '0x07',
  businessService: '0x09',
  seenAndBusinessService: '0x10',
} as const

export type QuickCode = (typeof quickCodes)[keyof typeof quickCodes]

function codeOf({ ip, document, service }: FoundIp): QuickCode {
  if (ip === null) return quickCodes.invalid
  if (!document) return service ? quickCodes.businessService : quickCodes.neverSeen
  if (service) return quickCodes.seenAndBusinessService
  if (document.spoofable) return quickCodes.spoofable
  return document.datacenter === '' ? quickCodes.seen : quickCodes.cloud
}

/** A row of the quick calls; a text that is no address comes back as it was sent, with the code that says so. */
export const presentQuickCode = (found: FoundIp) => ({
  ip: found.ip ?? found.text,
  noise: found.document !== undefined,
  riot: found.service !== null,
  code: codeOf(found),
})
