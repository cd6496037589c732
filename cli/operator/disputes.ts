import { z } from 'zod'
import { claimWords, disputeClaims } from '#model/dispute.ts'
import { accepted, call, type Connection, step } from '../connection.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const answer = z.object({
  id: z.string(),
  ip: z.string(),
  verdict: z.string().nullable(),
  note: z.string(),
  at: z.number(),
  until: z.number().nullable(),
})
const dispute = z.object({
  id: z.string(),
  ip: z.string(),
  claim: z.enum(disputeClaims),
  explanation: z.string(),
  email: z.string(),
  created: z.number(),
})
const both = z.object({ open: z.array(dispute), answers: z.array(answer) })

const usage =
  'Usage: noisefloor dispute list | dispute answer ID benign|suspicious|malicious|unknown|none --note TEXT [--days N|ever] | dispute decline ID --note TEXT [--days N|ever] | dispute undo ID'

export interface DisputeOptions {
  note: string | undefined
  days: string | undefined
  json: boolean
}

/** `noisefloor dispute list|answer|decline|undo`: what people say against verdicts, and the operator's answers. */
export async function disputesCommand(
  connection: Connection,
  [act, id, verdict, ...more]: string[],
  options: DisputeOptions,
): Promise<void> {
  const isRight =
    more.length === 0 &&
    (act === 'list') === (id === undefined) &&
    (act === 'answer') === (verdict !== undefined)
  if (!isRight) throw new Exit('usage', usage)
  const at = id === undefined ? '' : step(id)
  switch (act) {
    case 'list': {
      const all = accepted(await call(connection, '/api/operator/disputes'))
      if (options.json) return console.log(jsonText(all))
      const { open, answers } = both.parse(all)
      for (const one of open) console.log(waiting(one))
      for (const one of answers) console.log(line(one))
      return
    }
    case 'answer':
    case 'decline': {
      const body = { ...said(options), ...(verdict !== undefined && { verdict }) }
      const made = accepted(
        await call(connection, `/api/operator/disputes/${at}/${act}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
      return console.log(options.json ? jsonText(made) : line(answer.parse(made)))
    }
    case 'undo':
      accepted(await call(connection, `/api/operator/answers/${at}`, { method: 'DELETE' }))
      return console.log('The answer is taken back.')
    default:
      throw new Exit('usage', usage)
  }
}

function said({ note, days }: DisputeOptions): object {
  if (note === undefined) throw new Exit('usage', usage)
  if (days === undefined) return { note }
  if (days === 'ever') return { note, days: null }
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new Exit('usage', `--days N|ever, not "${days}"`)
  return { note, days: Number(days) }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const waiting = ({ id, ip, claim, explanation, email, created }: z.infer<typeof dispute>): string =>
  `${id}  ${ip}  waits since ${dayOf(created)}  ${claimWords[claim]}  by ${printable(email)}\n${explanation
    .split('\n')
    .map((text) => `    ${printable(text)}`)
    .join('\n')}`

function line({ id, ip, verdict, note, at, until }: z.infer<typeof answer>): string {
  const what = verdict === null ? 'declined' : verdict === 'none' ? 'no verdict' : verdict
  return `${id}  ${ip}  ${what} since ${dayOf(at)}${until === null ? '' : ` until ${dayOf(until)}`}: ${printable(note)}`
}
