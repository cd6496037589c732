import { message, problem, resultMessages } from './messages.ts'

export const versionText = (version: string): string =>
  `PostgreSQL ${version} on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit`

const done: readonly [RegExp, string][] = [
  [/^create\s+table/i, 'CREATE TABLE'],
  [/^drop\s+table/i, 'DROP TABLE'],
  [/^create\s+(or\s+replace\s+)?function/i, 'CREATE FUNCTION'],
  [/^insert\b/i, 'INSERT 0 1'],
  [/^update\b/i, 'UPDATE 0'],
  [/^delete\b/i, 'DELETE 0'],
  [/^copy\b/i, 'COPY 0'],
  [/^set\b/i, 'SET'],
  [/^begin\b/i, 'BEGIN'],
  [/^commit\b/i, 'COMMIT'],
  [/^rollback\b/i, 'ROLLBACK'],
  [/^(alter|create|drop|grant)\s+(role|user)/i, 'ALTER ROLE'],
]

/** Answers what clients ask when they come and what worms do; nothing is run or kept. */
export function answerStatement(sql: string, version: string): Buffer {
  const text = sql.trim().replace(/;+$/, '').trim()
  if (text === '') return message('I')
  const lower = text.toLowerCase()
  if (/^select\s+version\(\)/.test(lower))
    return resultMessages(['version'], [[versionText(version)]], 'SELECT 1')
  if (lower === 'show server_version') return resultMessages(['server_version'], [[version]], 'SHOW')
  if (/^select\s+current_user/.test(lower))
    return resultMessages(['current_user'], [['postgres']], 'SELECT 1')
  if (/^select\s+current_database/.test(lower))
    return resultMessages(['current_database'], [['postgres']], 'SELECT 1')
  const [, number] = /^select\s+(\d{1,9})$/.exec(lower) ?? []
  if (number !== undefined) return resultMessages(['?column?'], [[number]], 'SELECT 1')
  if (/pg_database/.test(lower))
    return resultMessages(['datname'], [['postgres'], ['template1'], ['template0'], ['shop']], 'SELECT 4')
  if (/^(select|with|show|table|values)\b/.test(lower)) return resultMessages(['result'], [], 'SELECT 0')
  for (const [pattern, tag] of done) if (pattern.test(text)) return message('C', tag)
  const word = /^\S{1,60}/.exec(text)?.[0] ?? ''
  return problem('ERROR', '42601', `syntax error at or near "${word}"`)
}
