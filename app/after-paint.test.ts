import { describe, expect, test } from 'vitest'
import { afterPaint } from './after-paint.ts'

/** As the router writes them. */
const head = `<link rel="modulepreload" href="/assets/m.js" nonce="n"/><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/s.css"/>`
const script = `import "/assets/m.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/$&.js";
  
  window.__reactRouterRouteModules = {"root":route0,"routes/a":route1};

import("/assets/entry.js");`
const page = `<html><head>${head}</head><body>a<script nonce="n" type="module" async="">${script}</script></body></html>`

describe('scripts of a page', () => {
  const waiting = afterPaint(page)
  const [, text = ''] = /<script nonce="n" type="module" async="">([\s\S]*)<\/script>/.exec(waiting) ?? []

  test('nothing in the head asks for them; its style stays', () => {
    expect(waiting).not.toContain('<link rel="modulepreload"')
    expect(waiting).toContain('<link rel="stylesheet" href="/s.css"/>')
  })

  test('are what they were, by their names, and begin after the first frame', () => {
    expect(text).not.toMatch(/^\s*import /m)
    expect(text).toContain('["/assets/m.js","/assets/a.js"]')
    expect(text).toContain(
      'const [,route0,route1]=await Promise.all([import("/assets/m.js"),import("/assets/root.js"),import("/assets/$&.js")]);',
    )
    expect(text).toContain('window.__reactRouterRouteModules = {"root":route0,"routes/a":route1};')
    expect(text).toMatch(
      /await import\("\/assets\/entry\.js"\);\}catch\(error\)\{.*\}\};\nif\(document\.hidden\)begin\(\);else.*'paint'/,
    )
    expect(() => new Function(text.replaceAll(/import\(/g, 'load('))).not.toThrow()
  })

  test('a document that begins none, or in another way, is refused', () => {
    expect(() => afterPaint('<html><body></body></html>')).toThrow('does not begin')
    expect(() => afterPaint('<head></head><body><script type="module">go()</script></body>')).toThrow(
      'does not begin',
    )
  })
})
