import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ActivityMatrix } from './activity-matrix.tsx'

/** The days that the axis under the rows names. */
function axisOf(days: string[]): string[] {
  const row = { kind: 'port', label: '23', intention: null, cells: days.map(() => 1) } as const
  const html = renderToStaticMarkup(
    <ActivityMatrix activity={{ days, rows: [{ ...row, cells: [...row.cells] }] }} today="2026-11-30" />,
  )
  const [, axis = ''] = /<tbody aria-hidden="true">(.*?)<\/tbody>/.exec(html) ?? []
  return [...axis.matchAll(/>(\d+ \w+)</g)].map(([, day = '']) => day)
}

test('the axis names each day once, also of a plan that reaches one or two', () => {
  expect(axisOf(['2026-11-30'])).toEqual(['30 Nov'])
  expect(axisOf(['2026-11-29', '2026-11-30'])).toEqual(['29 Nov', '30 Nov'])
  expect(axisOf(['2026-11-28', '2026-11-29', '2026-11-30'])).toEqual(['28 Nov', '29 Nov', '30 Nov'])
})
