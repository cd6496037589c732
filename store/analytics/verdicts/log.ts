import { verdictMethod } from '#methods/verdict/rule.ts'
import { slugsOfLines } from '../tag-catalogue/slugs.ts'
import { decidedSql } from './decided.ts'

/**
 * Writes down the verdicts of documents just made that differ, by class or by what decided, from the last one written of
 * their address; a removed document is one without a verdict. Compared with the log itself, so a crash in between loses
 * no change and a repetition writes none twice. Times of an address only ascend, whatever the clock does.
 * Parameters: as of the documents (documents/derive.ts), and at (DateTime64(3)).
 */
export const logVerdicts = (addresses: string): string => `
INSERT INTO {local}.verdict_log (ip, at, before, after, method, decided)
WITH
  ${slugsOfLines}
SELECT n.ip AS ip, greatest(toDateTime64({at: String}, 3, 'UTC'), l.at + toIntervalMillisecond(1)) AS at, l.after AS before, n.after AS after,
  '${verdictMethod}' AS method, n.decided AS decided
FROM (
  SELECT d.ip AS ip, if(d.gone = 1, '', toString(d.classification)) AS after, if(d.gone = 1, emptyArrayString(), arraySort(${decidedSql('d.')})) AS decided
  FROM {local}.ips AS d
  WHERE d.generation = {generation: UInt32} AND d.version = {version: UInt64} AND d.ip IN ${addresses}
) AS n
LEFT JOIN (
  SELECT v.ip AS ip, max(v.at) AS at, toString(argMax(v.after, v.at)) AS after, argMax(v.decided, v.at) AS decided
  FROM {local}.verdict_log AS v WHERE v.ip IN ${addresses} GROUP BY ip
) AS l ON l.ip = n.ip
WHERE l.after != n.after OR l.decided != n.decided`
