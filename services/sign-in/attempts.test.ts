import { describe, expect, test } from 'vitest'
import { openAttempts } from './attempts.ts'

const minute = 60_000

function opened() {
  const at = { now: 1_700_000_000_000 }
  return { at, attempts: openAttempts(() => at.now) }
}

describe('guessing a password', () => {
  test('is free five times, then waits longer each time, up to a quarter of an hour', () => {
    const { at, attempts } = opened()
    const of = { account: 'ada@example.org', network: '192.0.2.1' }
    const waits: number[] = []
    for (let tries = 0; tries < 20; tries += 1) {
      at.now += attempts.waitMs(of)
      expect(attempts.waitMs(of)).toBe(0)
      attempts.failed(of)
      waits.push(attempts.waitMs(of))
    }
    expect(waits.slice(0, 7)).toEqual([0, 0, 0, 0, 1000, 2000, 4000])
    expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true)
    expect(waits.at(-1)).toBe(15 * minute)
  })

  test('is forgotten after an hour', () => {
    const { at, attempts } = opened()
    const of = { account: 'a', network: 'n' }
    for (let tries = 0; tries < 12; tries += 1) attempts.failed(of)
    at.now += 60 * minute + 1
    expect(attempts.waitMs(of)).toBe(0)
    attempts.failed(of)
    expect(attempts.waitMs(of)).toBe(0)
  })

  test('of many accounts from one network waits, also where each account is tried once', () => {
    const { attempts } = opened()
    for (let account = 0; account < 40; account += 1)
      attempts.failed({ account: `a${account}`, network: 'n' })
    expect(attempts.waitMs({ account: 'another', network: 'n' })).toBeGreaterThan(0)
    expect(attempts.waitMs({ account: 'another', network: 'm' })).toBe(0)
  })

  test('from everywhere never keeps the owner out: not at all where they signed in before, ten seconds elsewhere', () => {
    const { attempts } = opened()
    const home = { account: 'ada', network: 'home' }
    attempts.succeeded(home)
    for (let network = 0; network < 10_000; network += 1)
      attempts.failed({ account: 'ada', network: `${network}` })
    expect(attempts.waitMs(home)).toBe(0)
    const elsewhere = attempts.waitMs({ account: 'ada', network: 'hotel' })
    expect(elsewhere).toBeGreaterThan(0)
    expect(elsewhere).toBeLessThanOrEqual(10_000)
  })

  test('is no longer counted against a network that knew it in the end', () => {
    const { attempts } = opened()
    const of = { account: 'a', network: 'n' }
    for (let tries = 0; tries < 8; tries += 1) attempts.failed(of)
    expect(attempts.waitMs(of)).toBeGreaterThan(0)
    attempts.succeeded(of)
    expect(attempts.waitMs(of)).toBe(0)
  })

  test('takes bounded memory, whoever tries', () => {
    const { attempts } = opened()
    for (let network = 0; network < 60_000; network += 1)
      attempts.failed({ account: `a${network}`, network: `${network}` })
    expect(attempts.waitMs({ account: 'fresh', network: 'fresh' })).toBe(0)
  })

  test('counts tries that are under way, and takes back those that went well', () => {
    const { attempts } = opened()
    const of = { account: 'ada', network: 'home', isCode: true }
    const many = Array.from({ length: 5 }, () => attempts.begin(of))
    expect(attempts.waitMs(of)).toBeGreaterThan(0)
    for (const one of many) one.succeeded()
    expect(attempts.waitMs(of)).toBe(0)
    // A whole office behind one address signs in.
    for (let person = 0; person < 200; person += 1)
      attempts.begin({ account: `p${person}`, network: 'office', isCode: true }).succeeded()
    expect(attempts.waitMs({ account: 'one more', network: 'office', isCode: true })).toBe(0)
  })
})
