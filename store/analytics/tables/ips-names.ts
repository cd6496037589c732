import type { ColumnSql } from '../predicate/names.ts'
import { columnNames, type Names } from '../predicate/names.ts'

const pairs: Readonly<Record<string, ColumnSql>> = {
  'scan.port': { expr: 'scan_port', written: true },
  'scan.protocol': { expr: 'scan_protocol' },
  'ja3.fingerprint': { expr: 'ja3_fingerprint', lowered: true },
  'ja3.port': { expr: 'ja3_port' },
  'hassh.fingerprint': { expr: 'hassh_fingerprint', lowered: true },
  'hassh.port': { expr: 'hassh_port' },
}

/** Slugs, verdicts, names of sources and JA4 are lower-case from birth; the roll-up lower-cases fingerprints (rollups/facts.ts). */
const lowered: ReadonlySet<string> = new Set(['tags', 'classification', 'tls_ja4', 'origins', 'sources'])

/** How the columns of the IP catalogue (gnql/registry/ip.ts) are written over the table `ips`. */
export const ipNames: Names = columnNames({ written: pairs, lowered })
