import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a field whose value stands in the address: on another address, also on the way back, it shows what that one says. It stays the same
 * field, so that who writes in it keeps the focus.
 */
export function useFieldOfAddress<F extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  value: string,
): RefObject<F | null> {
  const field = useRef<F>(null)
  const before = useRef(value)
  useEffect(() => {
    const { current } = field
    // What somebody has written since is theirs.
    if (current && current.value.trim() === before.current.trim()) current.value = value
    before.current = value
  }, [value])
  return field
}
