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
  const { iconHosts } = useFrame().thirdParties
  const [Shown, setShown] = useState<ComponentType<NamedIconProps> | null>(null)
  const [set = ''] = name.split(':')
  const isKnown = ownIconSets.some((own) => own === set) || iconHosts.length > 0
  useEffect(() => {
    if (!isKnown) return
    let isThere = true
    void import('./icon-loader.tsx').then(({ openIcons }) => {
      if (isThere) setShown(() => openIcons(iconHosts))
    })
    return () => void (isThere = false)
  }, [isKnown, iconHosts])
  if (!isKnown) return null
  return (
    <span aria-hidden className="inline-block size-4 shrink-0">
      {Shown && <Shown name={name} />}
    </span>
  )
}
