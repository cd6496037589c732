import { describe, expect, test } from 'vitest'
import { base, form, openLists, seen } from './analyzed-lists.ts'

const { call, analyzed } = openLists()

describe('a list is asked for by name', () => {
  const named = async (content: string, name: string) => {
    const { body } = await analyzed(form(content, name))
    return String(body['uuid'])
  }
  const gnql = (query: string) => call(`/v3/gnql?${new URLSearchParams({ query, size: '10' })}`)
  const ipsOf = (body: Record<string, unknown>) =>
    ((body['data'] ?? []) as { ip: string }[]).map(({ ip }) => ip)

  test('by every call that takes a query, also excluded, and beside other conditions', async () => {
    const id = await named(`${seen.bad} 8.8.8.8`, 'friday log.txt')
    const asked = ['list:"Friday LOG.txt"', `list:${id}`, 'list:"friday log.txt" classification:malicious']
    for (const query of asked) expect(ipsOf((await gnql(query)).body), query).toEqual([seen.bad])
    expect(ipsOf((await gnql('-list:"friday log.txt"')).body)).toEqual([seen.plain])
    const query = new URLSearchParams({ query: 'list:"friday log.txt"' })
    for (const path of ['/api/ip/query', '/v3/gnql/stats', '/v2/experimental/gnql']) {
      const { status, text: answer } = await call(`${path}?${query}`)
      expect([path, status, answer]).toEqual([path, 200, expect.stringContaining('malicious')])
    }
    expect((await call(`/api/ip/query?${query}&export_format=txt`)).text).toBe(`${seen.bad}\n`)
    const completed = await call(`/api/gnql/complete?${new URLSearchParams({ text: 'list:fri' })}`)
    expect((completed.body['items'] as { label: string }[]).map(({ label }) => label)).toContain(
      'friday log.txt',
    )
  })

  test('under its new name, and under none when it is deleted', async () => {
    const id = await named(seen.plain, 'old name.txt')
    const headers = { 'content-type': 'application/json' }
    await call(`${base}/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ name: 'New one' }) })
    expect(ipsOf((await gnql('list:"new one"')).body)).toEqual([seen.plain])
    const gone = await gnql('list:"old name.txt"')
    expect([gone.status, gone.text]).toEqual([400, expect.stringContaining('You have no list')])
    await call(`${base}/${id}`, { method: 'DELETE' })
    expect((await gnql('list:"new one"')).status).toBe(400)
    expect((await gnql(`list:${id}`)).status).toBe(400)
  })

  test('and nobody without it knows it', async () => {
    const id = await named(seen.bad, 'secret.txt')
    const { text: answer } = await call(`/v3/gnql?${new URLSearchParams({ query: `list:${id}` })}`, {}, '')
    expect(answer).not.toContain(seen.bad)
  })
})
