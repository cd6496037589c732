import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extraData } from '../extra-data.ts'
import { tortureMirror } from './mirror.ts'

/** Captures with an attack inside, and a part of the others; all of them by `npm run torture -- --only mirror`. */
const folder = extraData('pcap')
const attacks =
  /log4j|sql_?inj|^lab__(?:http-cve|scanner-user-agents)|^synthetic__mirai|docker-http-upgrade|payload-syn/i

test('with packets missing, ends swapped, or said by servers, nobody is malicious who sent nothing malicious', async () => {
  const names = readdirSync(folder).filter((name) => /\.(?:pcap|pcapng|cap)(?:\.gz)?$/.test(name))
  const some = names.filter((name, index) => attacks.test(name) || index % 20 === 0)
  const { wrong, accusing, captures } = await tortureMirror(some.map((name) => join(folder, name)))
  expect(wrong).toEqual([])
  expect(accusing).toBeGreaterThan(3)
  expect(captures).toBeGreaterThan(20)
})
