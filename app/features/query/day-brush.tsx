import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DayRange } from '#gnql/seen-between.ts'

interface Chosen {
  /** Where choosing began, and where it is. */
  anchor: number
  at: number
}

/**
 * Lies over the bars: tells of the day under the pointer or the cursor, and chooses a stretch of them. Drawing does it, and so do the
 * arrow keys with Shift, then Enter; Escape gives up. A slider, as ARIA has no nearer word for a cursor on an axis.
 */
export function DayBrush({
  days,
  told,
  say,
  hrefOf,
}: {
  days: readonly string[]
  told: (from: number, to: number) => string
  say: (text: string) => void
  hrefOf: (range: DayRange) => string
}) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isDrawing = useRef(false)

  const dayUnder = (x: number): number => {
    const place = box.current?.getBoundingClientRect()
    if (!place || place.width === 0) return 0
    const at = Math.floor(((x - place.left) / place.width) * days.length)
    return Math.max(0, Math.min(days.length - 1, at))
  }
  const choose = (next: Chosen | null) => {
    setChosen(next)
    say(next ? told(Math.min(next.anchor, next.at), Math.max(next.anchor, next.at)) : '')
  }
  const narrow = ({ anchor, at }: Chosen) => {
    const [from, to] = [days[Math.min(anchor, at)] ?? null, days[Math.max(anchor, at)] ?? null]
    choose(null)
    void navigate(hrefOf({ from, to }), { preventScrollReset: true })
  }
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    isDrawing.current = true
    box.current?.setPointerCapture(event.pointerId)
    const at = dayUnder(event.clientX)
    choose({ anchor: at, at })
  }
  const onMove = (event: PointerEvent) => {
    const at = dayUnder(event.clientX)
    choose({ anchor: isDrawing.current && chosen ? chosen.anchor : at, at })
  }
  const onUp = () => {
    const wasDrawing = isDrawing.current
    isDrawing.current = false
    // A tap tells of its day; only several days are a stretch.
    if (wasDrawing && chosen && chosen.anchor !== chosen.at) narrow(chosen)
  }
  const onKey = (event: KeyboardEvent) => {
    const now = chosen?.at ?? days.length - 1
    const targets: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: days.length - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) {
      const at = Math.max(0, Math.min(days.length - 1, target))
      choose({ anchor: event.shiftKey && chosen ? chosen.anchor : at, at })
    } else if (event.key === 'Enter' && chosen) narrow(chosen)
    else if (event.key === 'Escape' && chosen) choose(null)
    else return
    event.preventDefault()
  }
  const [from, to] = chosen
    ? [Math.min(chosen.anchor, chosen.at), Math.max(chosen.anchor, chosen.at)]
    : [0, 0]
  const share = 100 / days.length
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label="Days: arrow keys read, with Shift they choose, Enter narrows the query"
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={chosen?.at ?? days.length - 1}
      aria-valuetext={told(chosen ? from : days.length - 1, chosen ? to : days.length - 1)}
      className="day-brush chrome"
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerLeave={() => !isDrawing.current && choose(null)}
      onPointerCancel={() => {
        isDrawing.current = false
        choose(null)
      }}
      onKeyDown={onKey}
      onBlur={() => choose(null)}
    >
      {chosen && (
        <svg aria-hidden="true" width="100%" height="100%" className="block">
          <rect x={`${from * share}%`} width={`${(to - from + 1) * share}%`} height="100%" />
        </svg>
      )}
    </div>
  )
}
