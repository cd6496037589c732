import type { DecoyProtocol } from '#model/sensor/profile.ts'
import { adb } from './adb/adb.ts'
import { catchAll } from './catch-all/catch-all.ts'
import { dns } from './dns/dns.ts'
import { docker } from './docker/docker.ts'
import { elasticsearch } from './elasticsearch/elasticsearch.ts'
import type { Emulation } from './emulation.ts'
import { ftp } from './ftp/ftp.ts'
import { http, https } from './http/http.ts'
import { imap } from './imap/imap.ts'
import { memcached } from './memcached/memcached.ts'
import { modbus } from './modbus/modbus.ts'
import { mongodb } from './mongodb/mongodb.ts'
import { mqtt } from './mqtt/mqtt.ts'
import { mysql } from './mysql/mysql.ts'
import { ntp } from './ntp/ntp.ts'
import { pop3 } from './pop3/pop3.ts'
import { postgresql } from './postgresql/postgresql.ts'
import { rdp } from './rdp/rdp.ts'
import { redis } from './redis/redis.ts'
import { s7 } from './s7/s7.ts'
import { sip } from './sip/sip.ts'
import { smb } from './smb/smb.ts'
import { smtp } from './smtp/smtp.ts'
import { ssdp } from './ssdp/ssdp.ts'
import { ssh } from './ssh/ssh.ts'
import { telnet } from './telnet/telnet.ts'
import { vnc } from './vnc/vnc.ts'

/** Every emulation there is, by the name that profiles call it. */
export const emulations: Record<DecoyProtocol, Emulation> = {
  adb,
  'catch-all': catchAll,
  dns,
  docker,
  elasticsearch,
  ftp,
  http,
  https,
  imap,
  memcached,
  modbus,
  mongodb,
  mqtt,
  mysql,
  ntp,
  pop3,
  postgresql,
  rdp,
  redis,
  s7,
  sip,
  smb,
  smtp,
  ssdp,
  ssh,
  telnet,
  vnc,
}
