import { type ComponentType, useEffect, useState } from 'react'
import { ownIconSets } from '#model/icon-sets.ts'
import { useFrame } from '../page-frame.tsx'

export interface NamedIconProps {
  /** `set:name`, as in `lucide:sun`. */
  name: string
}

/**
 * An icon that an operator named, beside words: it comes after the page, and what draws it only with the first of them. Of sets of others only
 * where a public icon API is switched on.
 */
export function NamedIcon({ name }: NamedIconProps) {
  // A text: the list is another object after each navigation, and what draws icons is made once.
  const hosts = useFrame().thirdParties.iconHosts.join(' ')
  const [Shown, setShown] = useState<ComponentType<NamedIconProps> | null>(null)
  const [set = ''] = name.split(':')
  const isKnown = ownIconSets.some((own) => own === set) || hosts !== ''
  useEffect(() => {
    if (!isKnown) return
    let isThere = true
    void import('./icon-loader.tsx').then(
      ({ openIcons }) => {
        if (isThere) setShown(() => openIcons(hosts))
      },
      // Its words stand beside it.
      () => undefined,
    )
    return () => void (isThere = false)
  }, [isKnown, hosts])
  if (!isKnown) return null
  return (
    <span aria-hidden className="inline-block size-4 shrink-0">
      {Shown && <Shown name={name} />}
    </span>
  )
}
