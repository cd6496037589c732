import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { dissected } from '../testing/dissected.ts'
import { conversationsOf, selectedOf } from './testing.ts'

/** Every conversation of every capture, alone and all together. */
const folder = extraData('pcap')
const files = readdirSync(folder).filter((name) => /\.pcap(ng)?$/.test(name))

it.each(files)('%s: what is chosen is what is dissected', async (name) => {
  const capture = readFileSync(join(folder, name))
  const read = await dissected(capture).catch(() => null)
  if (!read) return
  const { conversations } = read
  const all = await selectedOf(capture, conversations)
  expect(await conversationsOf(all.file)).toEqual(conversations)
  for (const one of conversations.slice(0, 5)) {
    const { file } = await selectedOf(capture, [one])
    expect(await conversationsOf(file)).toContainEqual(one)
  }
})
