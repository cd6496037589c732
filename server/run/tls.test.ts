import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../settings.ts'

test('a certificate that cannot be read, or that is not of its key, is told before anything starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const name = [{ name: 'commonName', value: 'localhost' }]
  const [one, other] = [await generate(name), await generate(name)]
  const at = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text)
    return join(folder, file)
  }
  const [TLS_CERT, TLS_KEY] = [at('cert', one.cert), at('key', one.private)]
  const problemsOf = (environment: Record<string, string>): string => {
    const read = readSettings({ NOISEFLOOR_DATA: folder, ...environment }, folder)
    return read.ok ? '' : read.problems.join('\n')
  }
  expect(problemsOf({ TLS_CERT, TLS_KEY })).toBe('')
  expect(problemsOf({ TLS_CERT })).toContain('together with TLS_KEY')
  expect(problemsOf({ TLS_CERT, TLS_KEY: join(folder, 'none') })).toContain('ENOENT')
  expect(problemsOf({ TLS_CERT, TLS_KEY: at('other', other.private) })).toMatch(/TLS_CERT: .*mismatch/i)
  expect(problemsOf({ TLS_CERT: at('text', 'no certificate'), TLS_KEY })).toMatch(/TLS_CERT: /)
})
