import { loweredList } from '../predicate/lower.ts'

/**
 * Lists of a document whose values stand in `terms`, as the store names them: those that wildcards are asked of and that hold
 * many different values. What holds few is compared directly; for single texts the engine's own index knows the values.
 */
export const termColumns = [
  'tags',
  'tag_names',
  'cves',
  'ja3_fingerprint',
  'hassh_fingerprint',
  'tls_ja4',
  'http_path',
  'http_useragent',
  'http_host',
  'http_uri',
  'http_md5',
  'http_cookie_keys',
  'http_request_authorization',
  'http_request_cookies',
  'http_request_origin',
  'http_request_referer',
  'ssh_key',
] as const

/** Rows (generation, field, value, addresses) of the documents of a table. */
export const selectTerms = (table: string): string => `
SELECT d.generation AS generation, term.1 AS field, term.2 AS value, count() AS addresses
FROM ${table} AS d ARRAY JOIN arrayConcat(
  ${termColumns.map((name) => `arrayMap(v -> ('${name}', v), arrayDistinct(${loweredList(`d.${name}`)}))`).join(',\n  ')}
) AS term
WHERE d.gone = 0
GROUP BY generation, field, value`
