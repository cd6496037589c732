import { reservedRange } from '#model/reserved.ts'
import type { ReverseAnswer } from '#store/analytics/rdns/answers.ts'

/** What the reverse DNS may answer, each in turn; every sixth address waits for its answer. */
export const answersFor = (ips: ReadonlySet<string>, now: number): ReverseAnswer[] =>
  [...ips]
    .filter((ip) => reservedRange(ip) === null)
    .flatMap((ip, place) => {
      const found = (
        [
          ['confirmed', `crawl-${place}.googlebot.com`],
          ['confirmed', `host-${place}.isp.co.uk`],
          ['other', `census-${place}.shodan.io`],
          ['none', ''],
          ['failed', ''],
        ] as const
      )[place % 6]
      return found ? [{ ip, state: found[0], name: found[1], asked: now, until: now + 86_400_000 }] : []
    })
