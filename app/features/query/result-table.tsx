import { Fragment, type ReactNode, type RefObject, useContext } from 'react'
import { useSearchParams } from 'react-router'
import type { IpOrder } from '#model/ip-order.ts'
import { ClockContext } from '../../ui/moment.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { ValueLink } from '../value/value-link.tsx'
import { CellContent, cellLook } from './cells.tsx'
import { columnOf, type ColumnId } from './columns.ts'
import { placeText } from '../analysis/place-text.ts'
import { orderHref, type PageState, stateHref } from './page-state.ts'
import { Preview } from './preview.tsx'
import type { OpenedRow, ResultRow } from './row.ts'

/** How often each address stood in a list, and in which line first, by address. */
export type Places = Readonly<Record<string, { times: number; line: number }>>

/** The address stays in view while the other columns scroll. A row is opened by a link, so that the address says which. */
export function ResultTable({
  rows,
  shown,
  opened,
  state,
  table,
  places,
}: {
  rows: ResultRow[]
  shown: readonly ColumnId[]
  opened: OpenedRow | null
  state: Pick<PageState, 'order' | 'widths'>
  table?: RefObject<HTMLDivElement | null>
  places?: Places
}) {
  const [params] = useSearchParams()
  const { zone } = useContext(ClockContext)
  // Selecting needs scripts.
  const isAlive = useAlive()
  const heads = shown.map((id) => {
    const { title, kind, grows, shown: values = 1, order } = columnOf(id)
    const width = state.widths[id]
    return (
      <Heading
        key={id}
        title={
          kind === 'moment'
            ? `${title} (${zone})`
            : kind === 'day' && zone !== 'UTC'
              ? `${title} (UTC)`
              : title
        }
        order={order}
        now={state.order}
        params={params}
        {...(width
          ? { width }
          : grows
            ? { className: values > 1 ? 'grows two' : 'grows' }
            : kind === 'number' && { className: 'number' })}
      />
    )
  })
  return (
    <div
      ref={table}
      role="region"
      aria-label="Addresses found"
      tabIndex={0}
      data-values
      className="results-region"
    >
      <table className="results">
        <thead>
          <tr>
            <Heading
              title="IP"
              order="ip"
              now={state.order}
              params={params}
              lead={isAlive && <Box label="Select all rows" />}
            />
            {heads[0]}
            {places && <Heading title="In your list" order={undefined} now={state.order} params={params} />}
            {heads.slice(1)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.ip}>
              <tr>
                <th scope="row">
                  {isAlive && <Box label={`Select ${row.ip}`} value={row.ip} />}
                  <ValueLink field="" value={row.ip} />
                  <Opener ip={row.ip} params={params} isOpen={opened?.ip === row.ip} />
                </th>
                {row.cells.map((cell, at) => {
                  const id = shown[at]
                  return (
                    id && (
                      <Fragment key={id}>
                        <td {...cellLook(id, cell, state.widths[id] !== undefined)}>
                          <CellContent id={id} cell={cell} />
                        </td>
                        {places && at === 0 && <td className="place">{placeText(places[row.ip])}</td>}
                      </Fragment>
                    )
                  )
                })}
              </tr>
              {opened?.ip === row.ip && (
                <tr className="opened">
                  <td colSpan={shown.length + (places ? 2 : 1)}>
                    <Preview row={opened} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A heading that can sort leads to its order; of one that does, ARIA says so. */
function Heading({
  title,
  order,
  now,
  params,
  width,
  lead,
  ...rest
}: {
  title: string
  order: IpOrder | undefined
  now: IpOrder
  params: URLSearchParams
  width?: number
  lead?: ReactNode
  className?: string
}) {
  const isNow = order !== undefined && order === now
  return (
    <th
      scope="col"
      {...rest}
      {...(isNow && { 'aria-sort': order === 'ip' ? ('ascending' as const) : ('descending' as const) })}
    >
      {lead}
      {order === undefined ? title : <a href={orderHref(params, order)}>{title}</a>}
      {/* What is drawn gives a width where no inline style may (the content security policy). */}
      {width !== undefined && <svg width={width} height="0" className="block" aria-hidden="true" />}
    </th>
  )
}

const Box = ({ label, value }: { label: string; value?: string }) => (
  <input type="checkbox" aria-label={label} value={value} className="box chrome" />
)

function Opener({ ip, params, isOpen }: { ip: string; params: URLSearchParams; isOpen: boolean }) {
  return (
    <a
      href={stateHref(params, { row: isOpen ? null : ip })}
      className="opener chrome"
      aria-label={`Preview ${ip}`}
      aria-expanded={isOpen}
    />
  )
}
