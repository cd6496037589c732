import { type IpOrder, severityOf, severityStep } from '#model/ip-order.ts'
import { classifications } from '#model/tag.ts'

/** What documents are ordered by, the highest first (model/ip-order.ts), in whole numbers. */
export const orderKeySql: Readonly<Record<IpOrder, string>> = {
  ip: 'toUInt64(0)',
  last_seen: 'toUInt64(toUnixTimestamp(last_seen))',
  sessions: 'toUInt64(sensor_hits)',
  severity: `transform(classification, [${classifications.map((name) => `'${name}'`).join(', ')}], [${classifications.map(severityOf).join(', ')}], 0) * ${severityStep} + toUnixTimestamp(last_seen)`,
}
