import { describe, expect, test } from 'vitest'
import {
  dayOf,
  effectiveOffering,
  isExpired,
  isTrialActive,
  offerings,
  type Subscription,
} from './offering.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const none: Subscription = { offering: null, expires: null, trial: null }

describe('the effective offering', () => {
  test('is community where nobody said anything, and what was said otherwise', () => {
    expect(effectiveOffering(none, now)).toBe('community')
    for (const offering of offerings) expect(effectiveOffering({ ...none, offering }, now)).toBe(offering)
  })

  test('is that of the trial up to the end of its last day, whatever else was said', () => {
    for (const offering of [...offerings, null])
      for (const expires of [null, '2020-01-01', '2030-01-01']) {
        const trial = { endDate: '2026-11-23', offering: 'enterprise' } as const
        const held = { offering, expires, trial }
        expect(effectiveOffering(held, Date.parse('2026-11-23T23:59:59.999Z'))).toBe('enterprise')
        expect(effectiveOffering(held, Date.parse('2026-11-24T00:00:00Z'))).toBe(
          effectiveOffering({ ...held, trial: null }, Date.parse('2026-11-24T00:00:00Z')),
        )
      }
  })

  test('is community from the day after the last one on', () => {
    const held: Subscription = { ...none, offering: 'vip', expires: '2026-11-23' }
    expect(effectiveOffering(held, Date.parse('2026-11-23T23:59:59.999Z'))).toBe('vip')
    expect(effectiveOffering(held, Date.parse('2026-11-24T00:00:00Z'))).toBe('community')
  })

  test('of any day before and after is told by the same order of days', () => {
    for (let days = -400; days <= 400; days += 1) {
      const at = dayOf(now + days * 86_400_000)
      expect(isExpired({ ...none, expires: at }, now)).toBe(days < 0)
      expect(isTrialActive({ ...none, trial: { endDate: at, offering: 'vip' } }, now)).toBe(days >= 0)
    }
  })
})
