import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { noThirdParties } from '#model/third-parties.ts'
import { openPolicy, sealed } from './policy.ts'

const policyOf = (allowed: readonly string[]) => openPolicy(null, noThirdParties)(allowed, 'allow')

const nonce = 'qL0v/8b+zA=='
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const sealedOf = (html: string, forgotten = 'no such text') =>
  sealed(Buffer.from(html), { nonce, forgotten }, policyOf)

describe('a page without its nonce', () => {
  test('runs the scripts that carried it and no others', () => {
    const page = sealedOf(
      `<link nonce="${nonce}" href="/a.css"/><script nonce="${nonce}">a()</script>` +
        `<script>evil()</script><script nonce="other">evil(2)</script><script nonce="${nonce}" type="module">import "/b.js"</script>`,
    )
    expect(page?.body.toString()).toBe(
      '<link href="/a.css"/><script>a()</script><script>evil()</script><script nonce="other">evil(2)</script><script type="module">import "/b.js"</script>',
    )
    expect(page?.policy).toContain(
      `script-src ${hashOf('a()')} ${hashOf('import "/b.js"')} 'strict-dynamic';`,
    )
    expect(page?.policy).not.toContain(hashOf('evil()'))
    expect(page?.policy).not.toContain(hashOf('evil(2)'))
    expect(page?.policy).not.toContain('unsafe')
  })

  test('is none where the nonce stands anywhere else, or a script is named by its address', () => {
    expect(sealedOf(`<p>${nonce}</p><script nonce="${nonce}">a()</script>`)).toBeNull()
    expect(sealedOf(`<script nonce="${nonce}">a("${nonce}")</script>`)).toBeNull()
    expect(sealedOf(`<script nonce="${nonce}" src="/a.js"></script>`)).toBeNull()
  })

  test('is without what belongs to one request, too, and its policy is that of what is left', () => {
    const page = sealedOf(
      `<meta content="r-1"/><script nonce="${nonce}">a("r-1","ä😀")</script><p title="r-1">\u2028</p>r-1`,
      'r-1',
    )
    expect(page?.body.toString()).toBe('<meta content=""/><script>a("","ä😀")</script><p title="">\u2028</p>')
    expect(page?.policy).toContain(hashOf('a("","ä😀")'))
  })

  test('reaches a provider of bot checks where one is on, and nobody else elsewhere', () => {
    const script = 'https://judge.example/recaptcha/api.js?render=key'
    const policy = openPolicy({ kind: 'recaptcha', key: 'key', script }, noThirdParties)(['nonce-a'], null)
    expect(policy).toContain("connect-src 'self' https://judge.example; frame-src https://judge.example;")
    expect(
      openPolicy({ kind: 'work', key: 'work', script: null }, noThirdParties)(['nonce-a'], null),
    ).not.toContain('https:')
    expect(policyOf(['nonce-a'])).not.toContain('frame-src')
  })

  test('reaches those whose scripts follow readers only where the reader allowed it, and where errors are reported always', () => {
    const parties = {
      ...noThirdParties,
      tagManager: 'GTM-A1',
      analytics: 'https://numbers.example/a.js',
      origins: ['https://taken.example/in', 'https://numbers.example'],
      errors: 'https://key@errors.example/7',
    }
    const policy = openPolicy(null, parties)
    const asked = "connect-src 'self' https://errors.example;"
    for (const consent of [null, 'deny', 'dismiss'] as const) expect(policy([], consent)).toContain(asked)
    expect(policy([], 'allow')).toContain(
      "connect-src 'self' https://errors.example https://www.googletagmanager.com https://numbers.example https://taken.example;",
    )
    const silent = { ...noThirdParties, origins: ['https://taken.example'] }
    expect(openPolicy(null, silent)([], 'allow')).not.toContain('https:')
  })
})
