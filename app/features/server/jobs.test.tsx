import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { JobStatus } from '#model/server-status.ts'
import { agoOf, durationOf, stateOf } from './job-words.ts'
import { JobsPanel } from './jobs.tsx'

const now = '2026-11-22T12:00:00.000Z'
const job = (changes: Partial<JobStatus> = {}): JobStatus => ({
  name: 'documents',
  about: 'derives the records of addresses that changed',
  runsOn: 'one',
  state: 'waiting',
  rounds: 12_345,
  lastAt: Date.parse(now) - 40_000,
  tookMs: 350,
  lastError: null,
  ...changes,
})
const unrun = { rounds: 0, lastAt: null, tookMs: null }

function drawn(jobs: JobStatus[]): string {
  const Stub = createRoutesStub([{ path: '*', Component: () => <JobsPanel jobs={jobs} now={now} /> }])
  return renderToStaticMarkup(<Stub />)
}
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the page of background jobs', () => {
  test('tells name, purpose, state, place, last run, duration and rounds of each', () => {
    const text = textOf(drawn([job()]))
    expect(text).toContain('documents derives the records of addresses that changed')
    expect(text).toContain('waiting one server 40 s ago 350 ms 12,345')
    expect(text).toContain('No job fails')
  })

  test('tells what is running, has not run, runs elsewhere, and fails, in words', () => {
    const text = textOf(
      drawn([
        job({ name: 'a', state: 'running', ...unrun }),
        job({ name: 'b', ...unrun, runsOn: 'all' }),
        job({ name: 'c', state: 'elsewhere', ...unrun }),
        job({ name: 'd', lastError: 'the disk is full' }),
      ]),
    )
    for (const said of [
      'running one server never',
      'not run yet every server never',
      'on another server one server not here',
    ])
      expect(text).toContain(said)
    expect(text).toContain('Last error: the disk is full failed one server')
    expect(text).toContain('1 job fails')
  })

  test('shows what an error says as text, never as a page', () => {
    const html = drawn([job({ lastError: '<img src=x onerror=alert(1)>\u202e' })])
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
    expect(html).not.toContain('\u202e')
  })

  test('says so where no jobs run', () => {
    expect(textOf(drawn([]))).toContain('No jobs run on this server.')
  })
})

describe('words', () => {
  test('a job that runs or lives elsewhere is called so whatever its last round was', () => {
    expect(stateOf(job({ state: 'running', lastError: 'x' }))).toBe('running')
    expect(stateOf(job({ state: 'elsewhere', lastError: 'x' }))).toBe('elsewhere')
  })

  test.each([
    [0.4, '0 ms'],
    [999, '999 ms'],
    [2412, '2.4 s'],
    [59_990, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
  ])('%d ms took %s', (ms, said) => expect(durationOf(ms)).toBe(said))

  test.each([
    [-5, 'just now'],
    [40, '40 s ago'],
    [300, '5 min ago'],
    [10_800, '3 h ago'],
    [172_800, '2 days ago'],
  ])('%d s before is %s', (seconds, said) => expect(agoOf(1e12 - seconds * 1000, 1e12)).toBe(said))
})
