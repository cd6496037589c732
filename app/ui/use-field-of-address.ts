import { type RefObject, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * For a field whose value stands in the address: on another address, also on the way back, it shows what that one says. It stays the same
 * field, so that who writes in it keeps the focus.
 */
export function useFieldOfAddress<F extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  value: string,
): RefObject<F | null> {
  const field = useRef<F>(null)
  const before = useRef(value)
  const isTheirs = useRef(false)
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    const { current } = field
    // What somebody has written since is theirs.
    if (current && !isTheirs.current && current.value.trim() === before.current.trim()) current.value = value
    before.current = value
  }, [value])
  useEffect(() => {
    const { current } = field
    isTheirs.current = false
    // While an answer is on its way also what looks as before: they may have taken back what they asked.
    const onInput = () => (isTheirs.current = !isIdle)
    current?.addEventListener('input', onInput)
    return () => current?.removeEventListener('input', onInput)
  }, [isIdle])
  return field
}
