import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { refuse } from '#model/errors.ts'
import type { SendMail } from '#services/mail.ts'
import type { Log } from '#store/log.ts'
import { writePrivate } from '../run/local-operator.ts'
import { written } from './template.ts'

export interface MailOptions {
  /** smtp:// or smtps:// with user and password; without it mails become files of the outbox. */
  smtpUrl: string | undefined
  from: string
  /** The folder for files. */
  outbox: string
  clock: () => number
  log: Log
}

/** Milliseconds for which a server for mail may keep somebody waiting. */
const timeoutMs = 10_000
/** Files of the outbox that are kept. */
const maxFiles = 1000

/** Mails go to the server for mail, or into the outbox, a file each, which the operator reads or hands on. */
export function openMail({ smtpUrl, from, outbox, clock, log }: MailOptions): SendMail {
  return smtpUrl === undefined ? intoFiles({ from, outbox, clock }) : bySmtp({ smtpUrl, from, log })
}

function bySmtp({ smtpUrl, from, log }: Pick<MailOptions, 'from' | 'log'> & { smtpUrl: string }): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return async (mail) => {
    try {
      await transport.sendMail({ from, ...written(mail), disableFileAccess: true, disableUrlAccess: true })
    } catch (error) {
      log.error({ err: error }, 'a mail could not be sent')
      throw refuse('busy', 'The mail could not be sent. Try again later.')
    }
  }
}

function intoFiles({ from, outbox, clock }: Pick<MailOptions, 'from' | 'outbox' | 'clock'>): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (mail) => {
    const { message } = await transport.sendMail({
      from,
      ...written(mail),
      date: new Date(clock()),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    // By time, so that the newest is the last of a listing.
    const name = `${String(clock()).padStart(14, '0')}-${randomBytes(4).toString('hex')}.eml`
    await writePrivate(join(outbox, name), message.toString())
    const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml')).sort()
    for (const old of files.slice(0, -maxFiles)) await rm(join(outbox, old), { force: true })
  }
}
