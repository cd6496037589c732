import { describe, expect, test } from 'vitest'
import { defaultColumns } from './columns.ts'
import { orderHref, otherQueryHref, readState, stateHref } from './page-state.ts'

const state = (text: string, kept?: string) => readState(new URLSearchParams(text), kept)

describe('how a page shows its answer, as its address says', () => {
  test('newest first and with the usual columns, unless it says otherwise', () => {
    expect(state('')).toMatchObject({ order: 'last_seen', columns: defaultColumns, widths: {}, after: null })
    expect(state('sort=severity&cols=tags,class,tags')).toMatchObject({
      order: 'severity',
      columns: ['tags', 'class'],
    })
  })

  test('what the browser keeps counts where the address says nothing', () => {
    expect(state('', 'asn,os').columns).toEqual(['asn', 'os'])
    expect(state('cols=tags', 'asn,os').columns).toEqual(['tags'])
  })

  test('nonsense is the usual', () => {
    const usual = { order: 'last_seen', columns: defaultColumns, widths: {} }
    expect(state('sort=__proto__&cols=constructor,,x&w.class=9999999&w.tags=-1&w.os=200')).toMatchObject(
      usual,
    )
  })

  test('widths are of columns that are shown, in whole pixels', () => {
    expect(state('cols=class,tags&w.tags=220.4&w.os=200').widths).toEqual({ tags: 220 })
  })
})

describe('links', () => {
  const params = new URLSearchParams('sort=ip&cols=class,tags&w.tags=220&after=x&row=1.2.3.4&more=tags&utm=1')

  test('to another query keep how it is shown and leave the place behind', () => {
    expect(otherQueryHref('port:23', params)).toBe(
      '/query/port%3A23?sort=ip&cols=class,tags&more=tags&w.tags=220',
    )
    expect(otherQueryHref('port:23', new URLSearchParams())).toBe('/query/port%3A23')
  })

  test('to another order begin anew', () => {
    expect(orderHref(params, 'severity')).toBe('?sort=severity&cols=class,tags&w.tags=220&more=tags&utm=1')
    expect(orderHref(new URLSearchParams('sort=ip'), 'last_seen')).toBe('?')
  })

  test('change what they name alone', () => {
    expect(stateHref(params, { row: null, table: 'days' })).toBe(
      '?sort=ip&cols=class,tags&w.tags=220&after=x&more=tags&utm=1&table=days',
    )
  })
})
