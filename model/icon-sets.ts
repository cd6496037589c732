/** The sets of icons this server gives itself (server/http/icons.ts). */
export const ownIconSets = ['lucide', 'noisefloor'] as const
export type OwnIconSet = (typeof ownIconSets)[number]

/** `set:name`, both lower-case letters and digits with single hyphens (specification §2). */
export const namedIcon = /^[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*$/
