import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { dayOnly, keptPage, openKeptPages } from './kept.ts'

function pageOf(html: string) {
  const body = Buffer.from(html)
  return keptPage({ body, said: [body], headers: {}, views: ['ip'] })
}

describe('pages that are kept', () => {
  test('are given again for five seconds, and made anew then', async () => {
    let now = 0
    const pages = openKeptPages(() => now)
    await pages.make('a', async () => pageOf('one'))
    now = 4999
    expect(pages.get('a')?.body.toString()).toBe('one')
    now = 5000
    expect(pages.get('a')).toBeUndefined()
  })

  test('are made by one of several who need them; what cannot be kept each makes for himself', async () => {
    const pages = openKeptPages(() => 0)
    let made = 0
    const asked = (keeps: boolean) => async () => {
      made += 1
      await sleep(5)
      return keeps ? pageOf('one') : null
    }
    const all = await Promise.all([1, 2, 3].map(() => pages.make('a', asked(true))))
    expect([made, new Set(all).size]).toEqual([1, 1])
    await Promise.all([1, 2, 3].map(() => pages.make('b', asked(false))))
    expect(made).toBe(4)
    expect(pages.get('b')).toBeUndefined()
  })

  test('a page that failed for one is made by the next', async () => {
    const pages = openKeptPages(() => 0)
    const failing = pages.make('a', async () => {
      await sleep(5)
      throw new Error('hung up')
    })
    const next = pages.make('a', async () => pageOf('one'))
    await expect(failing).rejects.toThrow('hung up')
    expect((await next)?.body.toString()).toBe('one')
  })

  test('take at most eight megabytes, the oldest leave first', async () => {
    const pages = openKeptPages(() => 0)
    const text = 'x'.repeat(1024 * 1024)
    for (let at = 0; at < 9; at += 1) await pages.make(`${at}`, async () => pageOf(text))
    const there = Array.from({ length: 9 }, (_, at) => pages.get(`${at}`) !== undefined)
    expect(there).toEqual([false, ...Array.from({ length: 8 }, () => true)])
    await pages.make('big', async () => pageOf(`${text}x`))
    expect(pages.get('big')).toBeUndefined()
  })

  test('are zipped to the same bytes, short and long', async () => {
    for (const text of ['a page, a page', 'long '.repeat(10_000)])
      expect(gunzipSync(await pageOf(text).gzipped()).toString()).toBe(text)
  })

  test('have the same tag when they say the same, whenever that was on a day', () => {
    const at = (now: string, text: string) => {
      const html = `<p>${text}</p><time dateTime="${now}"><i>${now.slice(11, 16)}</i></time>{"now":"${now}"}`
      const body = Buffer.from(html)
      return keptPage({ body, said: dayOnly(body, now), headers: {}, views: [] }).tag
    }
    const one = at('2026-11-23T09:18:00.256Z', 'a')
    expect(one).toMatch(/^W\/"[\w-]{27}"$/)
    expect(at('2026-11-23T11:20:31.000Z', 'a')).toBe(one)
    expect(at('2026-11-23T11:20:31.000Z', 'b')).not.toBe(one)
    expect(at('2026-11-24T09:18:00.256Z', 'a')).not.toBe(one)
  })
})
