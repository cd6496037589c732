import type { DecoyProtocol } from '#model/sensor/profile.ts'
import type { Emulation } from './emulation.ts'
import { ftp } from './ftp/ftp.ts'
import { http, https } from './http/http.ts'
import { imap } from './imap/imap.ts'
import { pop3 } from './pop3/pop3.ts'
import { redis } from './redis/redis.ts'
import { smtp } from './smtp/smtp.ts'
import { ssh } from './ssh/ssh.ts'
import { telnet } from './telnet/telnet.ts'

const none: Emulation = { stream: { longest: 1, begin: () => null, take: (_, b) => b.length } }
export const emulations: Record<DecoyProtocol, Emulation> = new Proxy(
  { ftp, http, https, imap, pop3, redis, smtp, ssh, telnet } as Record<DecoyProtocol, Emulation>,
  {
    get: (t, k) => t[k as 'http'] ?? none,
  },
)
