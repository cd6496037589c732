import { verdictMethod } from '#model/evidence.ts'

/** What decided, as "kind:name": the same as the reasons marked so by pipeline/verdict/judge.ts. */
const decidedSql = `
  multiIf(
    d.classification = 'benign', arrayConcat(
      arrayFilter(x -> startsWith(x, 'range:') OR startsWith(x, 'name:'), d.evidence),
      arrayMap(t -> concat('tag:', t), arrayFilter(t -> has(clearing, t), d.tags))),
    d.classification = 'malicious', arrayConcat(
      arrayFilter(x -> startsWith(x, 'malicious:'), d.evidence),
      arrayMap(t -> concat('tag:', t), arrayFilter(t -> has(malicious, t), d.tags))),
    d.classification = 'suspicious', arrayConcat(
      arrayFilter(x -> startsWith(x, 'suspicious:') OR startsWith(x, 'claim:'), d.evidence),
      arrayMap(t -> concat('tag:', t), arrayFilter(t -> has(suspicious, t), d.tags))),
    emptyArrayString())`

const slugsWhere = (condition: string): string =>
  `(SELECT groupArray(slug) FROM {local}.tag_catalogue WHERE version = (SELECT max(version) FROM {local}.tag_catalogue) AND ${condition})`

/**
 * Writes down the verdicts of documents just made that differ, by class or by what decided, from the last one written of
 * their address; a removed document is one without a verdict. Compared with the log itself, so a crash in between loses
 * no change and a repetition writes none twice. Times of an address only ascend, whatever the clock does.
 * Parameters: as of the documents (documents/derive.ts), and at (DateTime64(3)).
 */
export const logVerdicts = (addresses: string): string => `
INSERT INTO {local}.verdict_log (ip, at, before, after, method, decided)
WITH
  ${slugsWhere("intention = 'benign' AND category IN ('actor', 'search_engine')")} AS clearing,
  ${slugsWhere("intention = 'malicious'")} AS malicious,
  ${slugsWhere("intention = 'suspicious'")} AS suspicious
SELECT n.ip AS ip, greatest(toDateTime64({at: String}, 3, 'UTC'), l.at + toIntervalMillisecond(1)) AS at, l.after AS before, n.after AS after,
  '${verdictMethod}' AS method, n.decided AS decided
FROM (
  SELECT d.ip AS ip, if(d.gone = 1, '', toString(d.classification)) AS after, if(d.gone = 1, emptyArrayString(), arraySort(${decidedSql})) AS decided
  FROM {local}.ips AS d
  WHERE d.generation = {generation: UInt32} AND d.version = {version: UInt64} AND d.ip IN ${addresses}
) AS n
LEFT JOIN (
  SELECT v.ip AS ip, max(v.at) AS at, toString(argMax(v.after, v.at)) AS after, argMax(v.decided, v.at) AS decided
  FROM {local}.verdict_log AS v WHERE v.ip IN ${addresses} GROUP BY ip
) AS l ON l.ip = n.ip
WHERE l.after != n.after OR l.decided != n.decided`
