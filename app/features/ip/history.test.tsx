import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { VerdictStep } from '#model/verdict.ts'
import { History } from './history.tsx'

const stepOf = (
  minute: number,
  names: string[],
  before: VerdictStep['before'] = 'malicious',
): VerdictStep => ({
  at: `2026-11-20T21:0${minute}:00.000Z`,
  before,
  after: 'malicious',
  method: 'verdict/3',
  decided: names.map((name) => ({ kind: 'tag', slug: name.toLowerCase(), name })),
})
/** The lines of it, newest first. */
const linesOf = (steps: VerdictStep[]): string[] =>
  renderToStaticMarkup(<History steps={steps} more={false} reach="last 90 days" />)
    .split('</li>')
    .slice(0, -1)
    .map((line) => line.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '))

test('a verdict that stays says which of its reasons came and which went', () => {
  const lines = linesOf([
    stepOf(3, ['Mirai', 'Loader']),
    stepOf(2, ['Mirai', 'Telnet']),
    stepOf(1, ['Mirai'], ''),
  ])
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/Malicious as before now also for Loader no longer for Telnet/)
  expect(lines[1]).toMatch(/Malicious as before now also for Telnet verdict/)
  expect(lines[2]).toMatch(/no verdict → Malicious Mirai verdict/)
})

test('steps between which a reader sees no difference are one, the first of them', () => {
  const same = stepOf(2, ['Mirai'])
  const renamed = { ...same, decided: [{ kind: 'tag' as const, slug: 'mirai-2', name: 'Mirai' }] }
  const lines = linesOf([
    stepOf(4, ['Mirai', 'Loader']),
    { ...renamed, at: stepOf(3, []).at },
    same,
    stepOf(1, ['Mirai'], ''),
  ])
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('2026-11-20 21:01 UTC')
  // Another method is a difference, and the oldest that is told has nothing before it.
  expect(linesOf([same, { ...stepOf(1, ['Mirai'], ''), method: 'verdict/2' }])).toHaveLength(2)
  expect(linesOf([same])[0]).toContain('Mirai')
})
