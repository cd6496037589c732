import { type ReactNode, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { IpOrder } from '#model/ip-order.ts'
import type { LastExport } from '#model/export-memory.ts'
import { entitlementTitles } from '#model/entitlement-titles.ts'
import { windowDays } from '#model/window.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { counted, withCommas } from '../../ui/numbers.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { allowed, columnIds, type ColumnId } from './columns.ts'
import { Days } from './days.tsx'
import { ExportMenu, shownHref } from './export-menu.tsx'
import { orderNames } from './order-names.ts'
import { orderHref, type PageState, stateHref } from './page-state.ts'
import { type Places, ResultTable } from './result-table.tsx'
import type { OpenedRow, ResultRow } from './row.ts'
import { SavedMenu } from './saved-menu.tsx'
import { SelectionBar } from './selection.tsx'
import { Views } from './views.tsx'

/** The answer without its documents; the table has rows of its own. */
export type Answer = Omit<QueryReport, 'rows' | 'why' | 'facets'>

interface Listed {
  places: Places
  actions: ReactNode
  /** Of the list's file of those that a query finds: a search may reach fewer days than the list shows. */
  fileHref: (query: string, format: 'csv' | 'json') => string
  /** More of it is read at this moment: its numbers are not read out each time. */
  isGrowing: boolean
}

const took = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** Total, days, rows, and the way on: every page but the last links to the next, the last one says so. */
export function Results({
  report,
  rows,
  shown,
  opened,
  state,
  exported = null,
  listed,
  children,
}: {
  report: Answer
  rows: ResultRow[]
  /** Columns of the rows, in their order. */
  shown: readonly ColumnId[]
  opened: OpenedRow | null
  state: PageState
  /** The last export of this query from this browser. */
  exported?: LastExport | null
  /** Of the addresses of a list, with what its page has in place of what is done with a query. */
  listed?: Listed
  /** Another view than the list. */
  children?: ReactNode
}) {
  const [params] = useSearchParams()
  const isAlive = useAlive()
  const table = useRef<HTMLDivElement>(null)
  const firstPage = state.after === null
  const isList = state.view === 'list'
  const { historicDays } = useFrame().plan
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p aria-live={listed?.isGrowing ? 'off' : 'polite'} className="min-w-0">
          <strong className="text-lead font-semibold">{counted(report.total, 'IP', 'IPs')}</strong>{' '}
          <span data-words>
            {/* The words begin with what is counted. */}
            <InertText text={report.words.replace(/^IPs ?/, '')} limit={1000} mono={false} />
          </span>{' '}
          <span className="text-dense text-ink-3">in {took(report.tookMs)}</span>
        </p>
        <div className="chrome ml-auto flex flex-wrap items-center gap-2">
          <Views view={state.view} />
          {isList && (
            <a
              href={stateHref(params, { edit: state.choosing ? null : 'columns' })}
              aria-expanded={state.choosing}
              className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
            >
              Columns
            </a>
          )}
          {listed ? (
            listed.actions
          ) : (
            <>
              <SavedMenu gnql={report.query} />
              <ExportMenu
                query={report.query}
                total={report.total}
                shown={shown}
                order={state.order}
                last={exported}
              />
            </>
          )}
        </div>
      </div>
      {isList && state.choosing && (
        <ColumnChooser state={state} available={allowed(columnIds, report.lacking)} />
      )}
      {isList ? (
        <>
          <section aria-label="Addresses" className="results-panel">
            {report.histogram.length > 0 && firstPage && (
              <Days bars={report.histogram} query={report.query} isTable={state.table} />
            )}
            <Orders order={state.order} />
            <ResultTable
              rows={rows}
              shown={shown}
              opened={opened}
              state={state}
              table={table}
              {...(listed && { places: listed.places })}
            />
          </section>
          {isAlive && (
            <SelectionBar
              table={table}
              rows={rows}
              params={params}
              fileHref={
                listed?.fileHref ??
                ((query, format, total) => shownHref(query, format, { shown, order: state.order, total }))
              }
            />
          )}
          <Pager report={report} firstPage={firstPage} />
        </>
      ) : (
        children
      )}
      {/* Addresses of a list are told as look-ups tell them, of the whole window. The words of ReachNote: with its file this page would
          be larger than it may be (tests/product/page-sizes.test.ts). */}
      {!listed && historicDays < windowDays && (
        <p className="text-dense text-ink-2">
          {`Showing ${counted(historicDays, 'day')} of ${windowDays}. Upgrade to extend to 90 days.`}
        </p>
      )}
      {report.lacking.length > 0 && (
        <p className="text-dense text-ink-2">
          Not in your plan, and left out here:{' '}
          {report.lacking.map((group) => entitlementTitles[group]).join(', ')}.
        </p>
      )}
    </div>
  )
}

const ordersShown = ['last_seen', 'sessions', 'severity', 'ip'] as const satisfies IpOrder[]

function Orders({ order: now }: { order: IpOrder }) {
  const [params] = useSearchParams()
  return (
    <p className="orders chrome">
      Sorted by{' '}
      {ordersShown.map((order) => (
        <a key={order} href={orderHref(params, order)} aria-current={order === now || undefined}>
          {orderNames[order]}
        </a>
      ))}
    </p>
  )
}

function Pager({ report, firstPage }: { report: Answer; firstPage: boolean }) {
  const [params] = useSearchParams()
  const look = `${buttonLook({ variant: 'secondary' })} hover:no-underline`
  return (
    <nav aria-label="Pages" className="chrome flex flex-wrap items-center gap-3">
      {!firstPage && (
        <Link to={stateHref(params, { after: null, row: null })} className={look}>
          First page
        </Link>
      )}
      {report.nextToken === null ? (
        <p className="text-ink-2">
          {firstPage
            ? `All ${withCommas(report.total)} shown.`
            : `End of ${counted(report.total, 'IP', 'IPs')}.`}
        </p>
      ) : (
        <Link to={stateHref(params, { after: report.nextToken, row: null })} rel="next" className={look}>
          Next page
        </Link>
      )}
    </nav>
  )
}
