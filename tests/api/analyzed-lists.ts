import { afterAll, beforeAll, expect } from 'vitest'
import { captureOf, eventually, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** Two addresses that are known, one of them malicious. */
export const seen = { bad: '198.18.7.7', plain: '198.18.7.8' }
export const base = '/api/ip/analysis'

export function form(content: string, name: string, field = 'file'): FormData {
  const made = new FormData()
  made.append('other', 'x')
  made.append(field, new Blob([content]), name)
  return made
}

/** A server for the claims of one file about lists that are analyzed, and how they are sent. */
export function openLists() {
  let product: Inside
  beforeAll(async () => {
    product = await openInside()
    const now = Date.now()
    const uri = '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php'
    const bad = webVisit(seen.bad, { uri, method: 'POST', body: '<?php' }, now - 2000)
    await upload(product, captureOf([bad, webVisit(seen.plain, { uri: '/' }, now - 1000)]))
    await eventually(
      () => call('/v3/gnql?size=10&query=*'),
      ({ body }) => (body['data'] as unknown[]).length === 2,
    )
  })
  afterAll(async () => {
    await product.close()
  })

  async function call(path: string, init: RequestInit = {}, key = product.key) {
    const answer = await fetch(new URL(path, product.url), { ...init, headers: { key, ...init.headers } })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (isJson && !text.startsWith('[') ? JSON.parse(text.split('\n')[0]!) : {}) as Record<
        string,
        unknown
      >,
    }
  }
  const send = (body: BodyInit) => call(base, { method: 'POST', body })

  async function analyzed(body: BodyInit) {
    const { status, body: started } = await send(body)
    expect([status, started['state']]).toEqual([200, 'queued'])
    return eventually(
      () => call(`${base}/${String(started['uuid'])}`),
      ({ body: { state } }) => state === 'completed' || state === 'failed',
    )
  }
  return { product: () => product, call, send, analyzed }
}
