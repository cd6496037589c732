/** The rows of `ip_life` that a set of sessions stands for. The view and `repeatRollups` both run this text. */
export const selectIpLife = (from: string, conditions: readonly string[]): string =>
  `
SELECT s.origin AS origin, s.src_ip AS ip, toUInt32(toUnixTimestamp(min(s.first_packet))) AS first_seen
FROM ${from} AS s WHERE ${['s.published', ...conditions].join(' AND ')} GROUP BY origin, ip`.trimStart()
