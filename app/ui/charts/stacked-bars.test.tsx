import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { roundUp } from './scale.ts'
import { StackedBars } from './stacked-bars.tsx'

const bars = [
  { day: '2026-11-19', counts: { malicious: 1, suspicious: 2, unknown: 3, benign: 4 } },
  { day: '2026-11-20', counts: { malicious: 40, suspicious: 0, unknown: 0, benign: 0 } },
]
const html = renderToStaticMarkup(<StackedBars bars={bars} noun="IPs" today="2026-11-20" />)

describe('bars of days', () => {
  test('stand on each other, malicious at the base', () => {
    const paths = [
      ...html.matchAll(/<path d="M[\d.]+ ([\d.]+)h[\d.]+v([\d.]+)h[^"]*" class="fill-(\w+)-mark"/g),
    ]
    expect(paths.map(([, , , name]) => name)).toEqual(['malicious', 'suspicious', 'unknown', 'benign'])
    let base = 100
    for (const [, top, size] of paths) {
      expect(Number(top) + Number(size)).toBeCloseTo(base, 2)
      base = Number(top)
    }
    expect(base).toBeCloseTo(75, 2)
  })

  test('are read by ticks at round numbers, and name only the classes there are', () => {
    expect(html).toContain('<span>40</span><span>20</span><span>0</span>')
    const some = renderToStaticMarkup(<StackedBars bars={bars.slice(1)} noun="IPs" today="" />)
    expect(some.match(/<li[^>]*>.*?<\/li>/g)?.length).toBe(1)
    expect(some).toContain('malicious')
  })

  test('a day that is not over is hatched and said so', () => {
    expect(html).toContain('hatched: today, not over yet')
    expect(html).toContain('today so far 40.')
    expect(renderToStaticMarkup(<StackedBars bars={bars} noun="IPs" today="" />)).not.toContain(
      'not over yet',
    )
  })

  test('take the same few elements, however many they are', () => {
    const many = Array.from({ length: 90 }, (_, at) => ({
      day: new Date(Date.UTC(2026, 7, 1 + at)).toISOString().slice(0, 10),
      counts: { malicious: at, suspicious: 1, unknown: 2, benign: 3 },
    }))
    const long = renderToStaticMarkup(<StackedBars bars={many} noun="IPs" today="" table={<p />} />)
    expect(long.match(/<[a-z]/g)?.length).toBeLessThan(60)
  })
})

test('an axis ends at a round number that is no less, and whose half is whole', () => {
  for (let value = 0; value < 5000; value += 1) {
    const top = roundUp(value)
    expect(top).toBeGreaterThanOrEqual(value)
    expect(Number.isInteger(top / 2), `${value}: ${top}`).toBe(true)
    if (value > 4) expect(top).toBeLessThanOrEqual(value * 1.5)
  }
})
