/** What of others the operator lets pages load; nothing where nothing is said (specification §1, §5, §7). */
export interface ThirdParties {
  /** Id of a container of Google Tag Manager. */
  tagManager: string | null
  /** Address of the script of product analytics. */
  analytics: string | null
  /** Origins to which the scripts of both send, besides their own. */
  origins: readonly string[]
  /** Hosts of a public icon API, for icons of sets that this server does not have; none: it is not used. */
  iconHosts: readonly string[]
  /** Where errors of pages are reported: a DSN in the form of Sentry. */
  errors: string | null
  /** What the operator calls this server among others, in those reports. */
  environment: string
}

export const noThirdParties: ThirdParties = {
  tagManager: null,
  analytics: null,
  origins: [],
  iconHosts: [],
  errors: null,
  environment: 'production',
}

/** Scripts that follow readers wait until a reader allows them; they are no others' but these. */
export const scriptsOf = ({ tagManager, analytics }: ThirdParties): string[] => [
  ...(tagManager === null ? [] : [`https://www.googletagmanager.com/gtm.js?id=${tagManager}`]),
  ...(analytics === null ? [] : [analytics]),
]

/** Origins that a page reaches besides this server's. */
export function reachedBy(parties: ThirdParties, { isAllowed }: { isAllowed: boolean }): string[] {
  const scripts = isAllowed ? scriptsOf(parties) : []
  const followed = scripts.length > 0 ? [...scripts, ...parties.origins] : []
  const errors = parties.errors === null ? [] : [parties.errors]
  const addresses = [...errors, ...parties.iconHosts, ...followed]
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}
