import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { queryHref } from '../query/href.ts'
import { defang } from './defang.ts'
import { refine } from './refine.ts'
import { term } from './term.ts'

interface Chosen {
  field: string
  value: string
}

/** One menu for the whole page: the buttons of value.tsx carry the field and value, this opens beside them. */
export function ValueMenu() {
  const popover = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [said, setSaid] = useState('')
  useValueButtons(popover, setChosen)

  const close = () => popover.current?.hidePopover()
  const copy = async (text: string) => {
    close()
    try {
      await navigator.clipboard.writeText(text)
      setSaid(`Copied ${text.slice(0, 80)}`)
    } catch {
      setSaid('The browser did not allow copying')
    }
  }

  return (
    <>
      <div
        ref={popover}
        popover="auto"
        role="group"
        aria-label="Act on value"
        className="m-0 min-w-48 rounded-control border border-line-strong bg-surface p-1 text-ink shadow-layer"
      >
        {chosen && <Items chosen={chosen} close={close} copy={copy} />}
      </div>
      <div aria-live="polite" className="sr-only">
        {said}
      </div>
    </>
  )
}

const item =
  'flex min-h-8 w-full items-center rounded-control px-2 text-left text-ink hover:bg-hover hover:text-ink hover:no-underline focus-visible:bg-hover'

function Items({
  chosen,
  close,
  copy,
}: {
  chosen: Chosen
  close: () => void
  copy: (text: string) => Promise<void>
}) {
  const { gnql } = useParams()
  const { field, value } = chosen
  const include = field === '' ? value : term(field, value)
  const exclude = field === '' ? `-${value}` : term(field, value, true)
  return (
    <>
      <Link className={item} to={queryHref(refine(gnql ?? '', include))} onClick={close}>
        Add to query
      </Link>
      <Link className={item} to={queryHref(refine(gnql ?? '', exclude))} onClick={close}>
        Exclude
      </Link>
      {gnql !== undefined && (
        <Link className={item} to={queryHref(include)} onClick={close}>
          Replace query
        </Link>
      )}
      <button type="button" className={item} onClick={() => void copy(value)}>
        Copy
      </button>
      <button type="button" className={item} onClick={() => void copy(defang(value))}>
        Copy defanged
      </button>
      {field !== '' && (
        <button type="button" className={item} onClick={() => void copy(include)}>
          Copy as {field}:…
        </button>
      )}
    </>
  )
}

/** Opens on a click on any value button of the page, and walks the items with the arrow keys. */
function useValueButtons(popover: RefObject<HTMLDivElement | null>, choose: (chosen: Chosen) => void): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button[data-value]') : null
      const menu = popover.current
      if (!(button instanceof HTMLElement) || !menu) return
      choose({ field: button.dataset.field ?? '', value: button.dataset.value ?? '' })
      placeBeside(menu, button)
    }
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const menu = popover.current
      if (step === 0 || !menu?.matches(':popover-open')) return
      event.preventDefault()
      const items = [...menu.querySelectorAll<HTMLElement>('a, button')]
      const at = items.findIndex((one) => one === document.activeElement)
      items[(at + step + items.length) % items.length]?.focus()
    }
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [popover, choose])
}

/** Under the button, kept inside the window. Setting `style` from script is not what the CSP forbids. */
function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  menu.showPopover({ source: button })
  requestAnimationFrame(() => {
    const place = button.getBoundingClientRect()
    const size = menu.getBoundingClientRect()
    const left = Math.max(8, Math.min(place.left, innerWidth - size.width - 8))
    const below = place.bottom + 4
    const top = below + size.height > innerHeight - 8 ? Math.max(8, place.top - size.height - 4) : below
    menu.style.inset = `${top}px auto auto ${left}px`
    menu.querySelector<HTMLElement>('a, button')?.focus()
  })
}
