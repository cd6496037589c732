import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Alert } from './alert.tsx'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { FormError } from './form-error.tsx'
import { classLooks, ClassBadge } from './class-icon.tsx'
import { Moment, shownAt } from './moment.tsx'
import { compact, counted, percent, withCommas } from './numbers.ts'
import { clampPercent } from './progress.tsx'

describe('primitives', () => {
  test('a badge says "new" unless told otherwise', () => {
    expect(renderToStaticMarkup(<Badge />)).toContain('>new<')
  })

  test('the form-error box has the specified defaults', () => {
    const html = renderToStaticMarkup(<FormError />)
    expect(html).toContain('>Error<')
    expect(html).toContain('>Something went wrong<')
  })

  test('a loading button is disabled and busy', () => {
    expect(renderToStaticMarkup(<Button loading>Save</Button>)).toMatch(/disabled="" aria-busy="true"/)
    expect(renderToStaticMarkup(<Button>Save</Button>)).not.toMatch(/ disabled=|aria-busy/)
  })

  test.each(['info', 'success', 'warning', 'error'] as const)(
    'an alert of kind %s names its kind in words',
    (variant) => {
      expect(renderToStaticMarkup(<Alert variant={variant}>x</Alert>)).toContain(`aria-label="${variant}"`)
    },
  )

  test.each([
    [0, 0.25],
    [-5, 0.25],
    [Number.NaN, 0.25],
    [42, 42],
    [400, 100],
  ])('progress of %d is drawn as %d percent', (percent, drawn) => {
    expect(clampPercent(percent)).toBe(drawn)
  })

  test('classes differ by shape and word, not only by colour', () => {
    const looks = Object.values(classLooks)
    expect(new Set(looks.map((look) => look.word)).size).toBe(looks.length)
    // Benign and other share the circle: one is filled, the other hollow.
    const shapes = looks.map((look) => look.path + look.fill.includes('transparent'))
    expect(new Set(shapes).size).toBe(looks.length)
    expect(renderToStaticMarkup(<ClassBadge of="malicious" />)).toContain('Malicious')
  })
})

describe('numbers and times', () => {
  test('numbers are written en-US', () => {
    expect([withCommas(92599), compact(92599), percent(0.125)]).toEqual(['92,599', '92.6K', '12.5%'])
    expect([counted(1, 'session'), counted(2, 'address', 'addresses')]).toEqual(['1 session', '2 addresses'])
  })

  test('an instant is shown in UTC with its zone and carries the whole instant', () => {
    expect(shownAt('2026-11-20T21:40:12Z')).toBe('2026-11-20 21:40 UTC')
    expect(shownAt('2026-11-20T23:40:12+02:00')).toBe('2026-11-20 21:40 UTC')
    expect(renderToStaticMarkup(<Moment at="2026-11-20T21:40:12Z" />)).toContain(
      'dateTime="2026-11-20T21:40:12Z"',
    )
  })

  test('a day stays a day, never is never, and nonsense is shown as it came', () => {
    expect([shownAt('2026-11-20'), shownAt(''), shownAt('soon')]).toEqual(['2026-11-20', 'never', 'soon'])
  })
})
