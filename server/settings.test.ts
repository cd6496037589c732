import { describe, expect, test } from 'vitest'
import { readSettings, settingsHelp } from './settings.ts'

describe('settings', () => {
  test('with nothing set the server keeps to this machine', () => {
    const read = readSettings({}, '/srv')
    expect(read).toMatchObject({
      ok: true,
      settings: { host: '127.0.0.1', port: 3000, dataFolder: '/srv/data', demo: true },
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readSettings({ PORT: '', NOISEFLOOR_DEMO: '' }, '/srv')).toMatchObject({
      ok: true,
      settings: { port: 3000, demo: true },
    })
  })

  test('there may be several public addresses, and each must be one', () => {
    const of = (NOISEFLOOR_URL: string) => readSettings({ NOISEFLOOR_URL }, '/srv')
    expect(of('https://noise.example, http://API.noise.example:8080')).toMatchObject({
      settings: { publicUrls: ['https://noise.example', 'http://API.noise.example:8080'] },
    })
    // As browsers show it; links are put together of it and a path.
    expect(of('https://noise.example/')).toMatchObject({
      settings: { publicUrls: ['https://noise.example'] },
    })
    for (const wrong of [
      'noise.example',
      'https://a.example,',
      'https://a.example,ftp://b.example',
      'https://a.example/noise',
      'https://me:secret@a.example',
      'https://a.example?x',
    ])
      expect(of(wrong)).toMatchObject({
        ok: false,
        problems: [expect.stringMatching(/^NOISEFLOOR_URL: expected/)],
      })
  })

  test('files may lie in another folder, named by its address', () => {
    const of = (FILES_URL: string) => readSettings({ FILES_URL }, '/srv')
    expect(of('file:///mnt/all%20files')).toMatchObject({ settings: { filesFolder: '/mnt/all files' } })
    expect(of('')).toMatchObject({ settings: { filesFolder: undefined } })
    for (const wrong of ['/mnt/files', 's3://bucket', 'file://host/files', 'file:///', 'file:///a%2Fb'])
      expect(of(wrong)).toMatchObject({
        ok: false,
        problems: [expect.stringMatching(/^FILES_URL: expected file:\/\/\/folder/)],
      })
  })

  test('every wrong value is named, not only the first', () => {
    const read = readSettings({ PORT: 'http', RETENTION_DAYS: '-1', LOG_LEVEL: 'loud' }, '/srv')
    expect(read.ok).toBe(false)
    if (!read.ok)
      expect(read.problems.map((problem) => problem.split(':')[0])).toEqual([
        'PORT',
        'RETENTION_DAYS',
        'LOG_LEVEL',
      ])
  })

  test('a number is written in decimal digits: a blank is not 0', () => {
    expect(readSettings({ PORT: '8080 ', CHECKS_SHARE: '0.5' }, '/srv')).toMatchObject({
      settings: { port: 8080, checksShare: 0.005 },
    })
    for (const name of ['PORT', 'PACKET_LIMIT_GB', 'RESIDENT_DOCUMENTS', 'SESSION_REFRESH'])
      for (const wrong of [' ', '0x10', '1e3', '5 GB', '1.5'])
        expect([name, wrong, readSettings({ [name]: wrong }, '/srv')]).toEqual([
          name,
          wrong,
          { ok: false, problems: [`${name}: expected a whole number, found "${wrong}"`] },
        ])
  })

  test('what does nothing without another setting is refused, and stays where that one is off', () => {
    for (const [one, other] of [
      ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
      ['OIDC_NAME', 'OIDC_ISSUER'],
      ['CAPTCHA_KEY', 'CAPTCHA'],
      ['CAPTCHA_SECRET', 'CAPTCHA'],
    ])
      expect(readSettings({ [one!]: 'something' }, '/srv')).toEqual({
        ok: false,
        problems: [`${one}: does nothing without ${other}`],
      })
    expect(readSettings({ CAPTCHA: 'off', CAPTCHA_KEY: 'something' }, '/srv').ok).toBe(true)
  })

  test('of two settings that need each other the one without the other is refused', () => {
    for (const [one, other, value] of [
      ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'https://login.example.org'],
      ['DOCS_URL', 'DOCS_SECRET', 'https://docs.example.org'],
      ['TLS_CERT', 'TLS_KEY', 'cert.pem'],
    ])
      expect(readSettings({ [one!]: value }, '/srv')).toEqual({
        ok: false,
        problems: [`${one}: expected together with ${other}`],
      })
  })

  test('what is wrong is told once, in its own words', () => {
    for (const name of ['CAPTCHA', 'LOCAL_ACCOUNTS', 'ROLE'])
      expect([name, readSettings({ [name]: 'nonsense' }, '/srv')]).toEqual([
        name,
        { ok: false, problems: [expect.stringMatching(/^\w+: Invalid option: .*, found "nonsense"$/)] },
      ])
  })

  test('a sender of mail and a place for errors that nothing can be sent by are refused', () => {
    for (const MAIL_FROM of ['Noisefloor', 'Noisefloor <>', 'a@b@c', 'x'])
      expect(readSettings({ MAIL_FROM }, '/srv')).toMatchObject({
        ok: false,
        problems: [expect.stringMatching(/^MAIL_FROM: expected an address/)],
      })
    for (const MAIL_FROM of ['noise@example.org', 'Noise <noise@localhost>', '"A, B" <a@b.example>'])
      expect(readSettings({ MAIL_FROM }, '/srv')).toMatchObject({ settings: { mailFrom: MAIL_FROM } })
    for (const SENTRY_DSN of ['https://e.example/1', 'https://k@e.example', 'https://k@e.example/'])
      expect(readSettings({ SENTRY_DSN }, '/srv')).toMatchObject({
        ok: false,
        problems: [expect.stringMatching(/^SENTRY_DSN: expected/)],
      })
  })

  test('scripts that follow readers are none in another environment than development and production', () => {
    const said = {
      GTM_ID: 'GTM-A1',
      ANALYTICS_URL: 'https://a.example/a.js',
      SENTRY_DSN: 'https://k@e.example/1',
    }
    for (const [NOISEFLOOR_ENV, tagManager] of [
      ['production', 'GTM-A1'],
      ['development', 'GTM-A1'],
      ['staging', null],
    ] as const)
      expect(readSettings({ ...said, NOISEFLOOR_ENV }, '/srv')).toMatchObject({
        settings: {
          thirdParties: { tagManager, analytics: tagManager && said.ANALYTICS_URL, errors: said.SENTRY_DSN },
        },
      })
    expect(readSettings({}, '/srv')).toMatchObject({
      settings: { thirdParties: { tagManager: null, analytics: null, errors: null } },
    })
    for (const GTM_ID of ['GTM-', 'GTM-abc', 'UA-12345', 'gtm-ABC', 'GTM-A1 '])
      expect(readSettings({ GTM_ID }, '/srv')).toMatchObject({
        ok: false,
        problems: [expect.stringContaining(`${GTM_ID} is not a valid GTM-ID`)],
      })
  })

  test('of an address of the web it says how one begins', () => {
    for (const name of ['CLICKHOUSE_URL', 'SOURCES_MIRROR', 'OIDC_ISSUER', 'DOCS_URL', 'ANALYTICS_URL'])
      expect(readSettings({ [name]: 'tcp://host:9000' }, '/srv')).toMatchObject({
        problems: expect.arrayContaining([
          expect.stringMatching(`^${name}: expected an address that begins with http:// or https://, found `),
        ]),
      })
  })

  test('a password in a wrong URL is not repeated', () => {
    const read = readSettings(
      { DATABASE_URL: 'mysql://me:secret@host/x', CLICKHOUSE_URL: 'ftp://me:secret@host' },
      '/srv',
    )
    expect(read.ok).toBe(false)
    expect(JSON.stringify(read)).not.toContain('secret')
  })

  test('a part of the work needs stores that others share', () => {
    expect(readSettings({}, '/srv')).toMatchObject({ ok: true, settings: { role: 'all' } })
    const shared = { DATABASE_URL: 'postgres://h/d', CLICKHOUSE_URL: 'http://u:p@h:8123' }
    for (const ROLE of ['web', 'worker']) {
      expect(readSettings({ ROLE, ...shared }, '/srv')).toMatchObject({ settings: { role: ROLE } })
      expect(readSettings({ ROLE, DATABASE_URL: shared.DATABASE_URL }, '/srv')).toMatchObject({
        problems: [expect.stringMatching(/^ROLE: .* needs DATABASE_URL and CLICKHOUSE_URL$/)],
      })
    }
    expect(readSettings({ ROLE: 'both' }, '/srv').ok).toBe(false)
  })

  test('the help names every variable that is read', () => {
    const seen = new Set<string>()
    const spying = new Proxy({}, { get: (_target, name) => void seen.add(String(name)) })
    readSettings(spying, '/srv')
    for (const name of seen) expect(settingsHelp()).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
    expect(seen.size).toBeGreaterThan(8)
  })
})
