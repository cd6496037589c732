import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { seenBetween } from '#gnql/seen-between.ts'
import { useFrame } from '../../page-frame.tsx'
import { Button } from '../../ui/button.tsx'
import type { Bar } from '../../ui/charts/bar.ts'
import { BarsTable } from '../../ui/charts/bars-table.tsx'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { DayBrush } from './day-brush.tsx'
import { readoutOf } from './day-readout.ts'
import { carriedBy, stateHref } from './page-state.ts'
import { queryField, useQueryPlace } from './place.ts'

const noun = 'IPs seen'

/** On each day the addresses that were seen on it; a stretch of days narrows the query, by drawing over them or by two fields. */
export function Days({ bars, query, isTable }: { bars: Bar[]; query: string; isTable: boolean }) {
  const [params] = useSearchParams()
  const { hrefOf } = useQueryPlace()
  const today = useFrame().status.now.slice(0, 10)
  const isAlive = useAlive()
  const [told, setTold] = useState('')
  return (
    <div className="border-b border-line px-3 py-2">
      <StackedBars
        bars={bars}
        noun={noun}
        today={today}
        height={64}
        over={
          isAlive && (
            <DayBrush
              days={bars.map(({ day }) => day)}
              told={(from, to) => readoutOf(bars.slice(from, to + 1), today)}
              say={setTold}
              hrefOf={(range) => hrefOf(seenBetween(query, range), params)}
            />
          )
        }
        table={
          <span className="chrome flex flex-wrap items-center gap-x-3">
            {told === '' ? 'An IP counts on each day it was seen, in UTC' : told}
            <a href={stateHref(params, { table: isTable ? null : 'days' })} aria-expanded={isTable}>
              {isTable ? 'Hide table' : 'Table and range'}
            </a>
          </span>
        }
      />
      {isTable && (
        <>
          <RangeForm bars={bars} params={params} />
          <div className="days-table">
            <BarsTable bars={bars} noun={noun} per="day" labelOf={(day) => day} />
          </div>
        </>
      )}
    </div>
  )
}

/** What drawing over the bars does, by two fields, read by the server. */
function RangeForm({ bars, params }: { bars: Bar[]; params: URLSearchParams }) {
  const look = 'h-[30px] rounded-control border border-control bg-surface px-2 text-dense'
  return (
    <form className="mt-2 flex flex-wrap items-end gap-3 text-dense">
      {carriedBy(params).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {params.has(queryField) && (
        <input type="hidden" name={queryField} value={params.get(queryField) ?? ''} />
      )}
      <label className="grid">
        Last seen from
        <input type="date" name="from" defaultValue={bars[0]?.day} className={look} />
      </label>
      <label className="grid">
        and first seen until
        <input type="date" name="to" defaultValue={bars.at(-1)?.day} className={look} />
      </label>
      <Button type="submit" variant="secondary">
        Narrow
      </Button>
    </form>
  )
}
