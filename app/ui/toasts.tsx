import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

interface Toast {
  id: number
  text: string
  undo?: () => void
}

/** Milliseconds a toast stays, unless it is pointed at or has the focus. */
const shownMs = 8000
const most = 3

let toasts: readonly Toast[] = []
let made = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says what was just done, and how to undo it. From anywhere in the browser. */
export function toast(text: string, undo?: () => void): void {
  made += 1
  set([...toasts, { id: made, text, ...(undo && { undo }) }].slice(-most))
}

const close = (id: number): void => set(toasts.filter((one) => one.id !== id))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const none: readonly Toast[] = []

/** Where toasts show; one for the whole page, and read out as they come. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div
      role="status"
      aria-live="polite"
      className="chrome pointer-events-none fixed right-3 bottom-3 z-20 grid max-w-[min(24rem,calc(100vw-1.5rem))] justify-items-end gap-2"
    >
      {shown.map((one) => (
        <Shown key={one.id} toast={one} />
      ))}
    </div>
  )
}

function Shown({ toast: { id, text, undo } }: { toast: Toast }) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    <div
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      className="pointer-events-auto flex items-center gap-3 rounded-control border border-line-strong bg-surface px-3 py-2 shadow-(--layer-shadow)"
    >
      <span className="min-w-0 break-words">{text}</span>
      {undo && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            undo()
            close(id)
          }}
        >
          Undo
        </Button>
      )}
    </div>
  )
}
