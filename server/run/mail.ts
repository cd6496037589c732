import { join } from 'node:path'
import type { SendMail } from '#services/mail.ts'
import type { Log } from '#store/log.ts'
import { openMail } from '../mail/open.ts'
import type { Settings } from '../settings.ts'

/** As the settings say: by a server of mail, or into the data folder where none is named. */
export const mailOf = (
  settings: Pick<Settings, 'dataFolder' | 'smtpUrl' | 'mailFrom'>,
  { clock, log }: { clock: () => number; log: Log },
): SendMail =>
  openMail({
    smtpUrl: settings.smtpUrl,
    from: settings.mailFrom,
    outbox: join(settings.dataFolder, 'outbox'),
    clock,
    log,
  })
