import { addAPIProvider, Icon, type IconifyJSON, setCustomIconsLoader } from '@iconify/react'
import { type OwnIconSet, ownIconSets } from '#model/icon-sets.ts'
import type { NamedIconProps } from './named-icon.tsx'

/** Of specification section 9, in milliseconds and characters. */
const ownTimeout = 1500
const api = { timeout: 5000, rotate: 750, maxURL: 500 } as const

let opened: { hosts: string; Named: (props: NamedIconProps) => React.ReactNode } | undefined

/** Icons by name: those of our sets from this server, others from the hosts of a public icon API, of which each is tried after the one before. @param hosts with spaces between */
export function openIcons(hosts: string) {
  if (opened?.hosts === hosts) return opened.Named
  for (const set of ownIconSets) setCustomIconsLoader((names) => ownIcons(set, names), set)
  // A 404 of a host ends it, any other fault is the next one's (the loader's own rule).
  if (hosts !== '') addAPIProvider('', { resources: hosts.split(' '), ...api })
  const Named = ({ name }: NamedIconProps) => <Icon icon={name} width={16} height={16} />
  opened = { hosts, Named }
  return Named
}

async function ownIcons(set: OwnIconSet, names: readonly string[]): Promise<IconifyJSON | null> {
  try {
    const answer = await fetch(`/icons/${set}.json?${new URLSearchParams({ icons: names.join(',') })}`, {
      signal: AbortSignal.timeout(ownTimeout),
    })
    if (answer.status === 404) return null
    const said: unknown = answer.ok ? await answer.json() : null
    if (isSet(said)) return said
  } catch {
    // As for an answer that is none.
  }
  console.warn('Failed to load custom icons')
  return null
}

const isSet = (said: unknown): said is IconifyJSON =>
  typeof said === 'object' && said !== null && 'icons' in said && typeof said.icons === 'object'
