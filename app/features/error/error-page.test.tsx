import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, data } from 'react-router'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#model/errors.ts'
import { orRouteError } from '../../route-error.ts'
import { ErrorPage } from './error-page.tsx'

/** The page as a route draws it after `error` was thrown by a loader. */
function drawn(error: unknown, path = '/ip/x'): string {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      Component: () => null,
      ErrorBoundary: ({ error: thrown }) => <ErrorPage error={thrown} />,
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={{ errors: { root: error } }} />)
}

const response = (status: number, message = '') => ({
  status,
  statusText: '',
  internal: false,
  data: { message },
})

describe('error pages', () => {
  test.each([
    [400, 'The grid rejects your input — something doesn&#x27;t compute. Please verify your transmission.'],
    [403, 'You do not have access to this page.'],
    [404, 'This data cache seems to have vanished into the ether.'],
    [429, 'Rate limit exceeded. Please try again later.'],
    [418, 'The grid has encountered an unexpected anomaly.'],
    [500, 'The grid has encountered an unexpected anomaly.'],
  ])('%d says what the specification says', (status, sentence) => {
    expect(drawn(response(status))).toContain(sentence)
  })

  test('403 and 429 have the specified titles', () => {
    expect(drawn(response(403))).toContain('Get more out of Noisefloor</h1>')
    expect(drawn(response(429))).toContain('We love that you love Noisefloor!</h1>')
  })

  test('a surprise tells nothing of what went wrong inside', () => {
    expect(drawn(new Error('secret of the house'))).not.toContain('secret')
  })

  test('what was no address stands in the search, and what it nearly is beside it', () => {
    const padded = drawn(response(400), '/ip/198.18.064.022')
    expect(padded).toContain('value="198.18.064.022"')
    expect(padded).toMatch(/Did you mean .*href="\/ip\/198\.18\.64\.22"/)
    for (const asked of ['999.1.1.1', '1.2.3', '01.2.3.4%00', '%E2%80%AE1', '%3Cb%3E']) {
      const html = drawn(response(400), `/ip/${asked}`)
      expect(html).not.toContain('Did you mean')
      expect(html).not.toMatch(/<b>|\p{C}/u)
    }
    expect(drawn(response(404), '/ip/198.18.064.022')).not.toContain('Did you mean')
  })

  test('a slash at the end of the address changes nothing of what is said about it', () => {
    for (const end of ['', '/']) {
      expect(drawn(response(404), `/cves/CVE-1999-0001${end}`)).toContain('No rule here detects')
      expect(drawn(response(404), `/ip/analysis/01a2${end}`)).toContain('Your analyses')
      expect(drawn(response(400), `/ip/198.18.064.022${end}`)).toContain('Did you mean')
    }
  })

  test('the refused text is shown inert', () => {
    const html = drawn(response(400, 'Not an address: <b>\u202e'))
    expect(html).toContain('Not an address: &lt;b&gt;')
    expect(html).not.toContain('\u202e')
  })
})

describe('a verb’s refusal', () => {
  test('becomes its status and sentence, whichever copy of the class threw it', async () => {
    const thrown = await orRouteError(
      Promise.reject(new Refusal('invalid-address', { message: 'Not an address' })),
    ).catch((error: unknown) => error)
    expect(thrown).toEqual(
      data(
        { message: 'Not an address', code: 'invalid-address' },
        { status: 400, statusText: 'Not an address' },
      ),
    )
  })

  test('names the entitlements that are lacking, and no other right', async () => {
    const missing = ['feature-sensors', 'installation', 'toString']
    const thrown: unknown = await orRouteError(
      Promise.reject(new Refusal('forbidden', { message: 'No.', extra: { missing } })),
    ).catch((error: unknown) => error)
    const words = 'Not in your plan: sensors (feature-sensors).'
    expect(thrown).toMatchObject({ data: { code: 'forbidden', missing: words } })
    const html = drawn({ ...response(403), data: { message: 'No.', missing: words } })
    expect(html).toContain(words)
    expect(drawn(response(403))).not.toContain('Not in your plan')
  })

  test('says when to come back', async () => {
    const thrown = await orRouteError(Promise.reject(new Refusal('rate-limited', { retryAfter: 30 }))).catch(
      (error: unknown) => error,
    )
    expect(thrown).toMatchObject({ init: { status: 429, headers: { 'Retry-After': '30' } } })
  })

  test('anything else stays a surprise', async () => {
    const surprise = new Error('boom')
    await expect(orRouteError(Promise.reject(surprise))).rejects.toBe(surprise)
  })
})
