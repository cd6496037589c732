import { type ReactNode, useContext } from 'react'
import type { Classification } from '#model/tag.ts'
import { classLooks } from '../../ui/class-icon.tsx'
import { ClockContext, shownAt } from '../../ui/moment.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { ValueLink } from '../value/value-link.tsx'
import { columnOf, type ColumnId } from './columns.ts'
import type { Cell } from './row.ts'

/**
 * What stands in a cell. Cells are drawn hundreds of times: they are dressed by the table's own class and hold as few elements
 * as show what they show.
 */
export function CellContent({ id, cell }: { id: ColumnId; cell: Cell }): ReactNode {
  const { kind, field = '', mono, grows } = columnOf(id)
  const clock = useContext(ClockContext)
  if (typeof cell !== 'string') {
    const [rest, ...first] = cell
    return (
      <>
        {first.map((value) => (
          <ValueLink key={value} field={field} value={value} {...(mono && { mono })} />
        ))}
        {rest > 0 && !grows && `+${rest}`}
      </>
    )
  }
  if (cell === '') return null
  switch (kind) {
    case 'class':
      return classLooks[cell as Classification].word
    case 'country': {
      const code = cell.slice(0, 2)
      return <ValueLink field={field} value={code} text={cell} />
    }
    case 'moment': {
      const shown = shownAt(cell, clock)
      return shown.slice(0, shown.lastIndexOf(' '))
    }
    case 'number':
      return withCommas(Number(cell))
    case 'flag':
      return <ValueLink field={field} value={cell} text="yes" />
    default:
      return cell
  }
}

/** How a cell is dressed: the shape of a verdict, and what a cut cell says at its end, come from the stylesheet. */
export function cellLook(
  id: ColumnId,
  cell: Cell,
  isSized: boolean,
): { className?: string; 'data-rest'?: string } {
  const { kind, grows } = columnOf(id)
  if (kind === 'class' && typeof cell === 'string')
    return { className: `shape ${cell}${isSized ? ' grows' : ''}` }
  if (kind === 'number') return { className: 'number' }
  if (!grows) return isSized ? { className: 'grows' } : {}
  const rest = typeof cell === 'string' ? 0 : cell[0]
  return { className: 'grows', ...(rest > 0 && { 'data-rest': `+${rest}` }) }
}
