import type { CveData } from '#model/cve.ts'

/** A small file of each source in the shape its publisher uses, and what one CVE of it says. */
export interface Sample {
  file: string
  content: string
  cve: string
  wanted: CveData
}

const hostile = 'A <script>alert(1)</script> \u202e in "quotes", and\nmore'

const record = (cveId: string, extra: object = {}) =>
  JSON.stringify({
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: {
      cveId,
      state: 'PUBLISHED',
      datePublished: '2024-03-01T10:00:00',
      dateUpdated: '2024-04-01T10:00:00.000Z',
    },
    containers: {
      cna: {
        title: 'Overflow in Thing',
        providerMetadata: { orgId: 'x', shortName: 'acme' },
        descriptions: [
          { lang: 'de', value: 'Auf Deutsch' },
          { lang: 'en', value: hostile },
        ],
        affected: [
          {
            vendor: 'Acme',
            product: 'Thing',
            versions: [{ version: '1.0', status: 'affected', lessThan: '1.4' }],
          },
        ],
        metrics: [
          {
            cvssV4_0: {
              version: '4.0',
              baseScore: 9.3,
              baseSeverity: 'CRITICAL',
              vectorString: 'CVSS:4.0/AV:N/AC:L',
            },
          },
          {
            cvssV3_1: {
              version: '3.1',
              baseScore: 9.8,
              baseSeverity: 'CRITICAL',
              vectorString: 'CVSS:3.1/AV:N/AC:L',
            },
          },
        ],
        problemTypes: [
          {
            descriptions: [
              { type: 'CWE', lang: 'en', cweId: 'CWE-787', description: 'CWE-787 Out-of-bounds Write' },
            ],
          },
        ],
        references: [{ url: 'https://acme.example/advisory' }, { url: 'javascript:alert(1)' }],
        ...extra,
      },
    },
  })

const nvdItem = (id: string) => ({
  cve: {
    id,
    vulnStatus: 'Analyzed',
    published: '2024-03-01T10:15:00.000',
    lastModified: '2024-05-01T10:15:00.000',
    descriptions: [{ lang: 'en', value: hostile }],
    metrics: {
      cvssMetricV31: [
        {
          source: 'nvd@nist.gov',
          type: 'Primary',
          cvssData: {
            version: '3.1',
            vectorString: 'CVSS:3.1/AV:N/AC:L',
            baseScore: 9.8,
            baseSeverity: 'CRITICAL',
          },
        },
      ],
      cvssMetricV2: [
        {
          source: 'nvd@nist.gov',
          baseSeverity: 'HIGH',
          cvssData: { version: '2.0', vectorString: 'AV:N/AC:L', baseScore: 7.5 },
        },
      ],
    },
    weaknesses: [{ source: 'nvd@nist.gov', description: [{ lang: 'en', value: 'CWE-787' }] }],
    configurations: [
      {
        nodes: [
          {
            operator: 'OR',
            negate: false,
            cpeMatch: [
              {
                vulnerable: true,
                criteria: 'cpe:2.3:a:acme:big\\:thing_pro:*:*:*:*:*:*:*:*',
                versionEndExcluding: '1.4',
                matchCriteriaId: 'x',
              },
            ],
          },
        ],
      },
    ],
    references: [{ url: 'https://acme.example/advisory', tags: ['Vendor Advisory'] }],
  },
})

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** By the name of the source. */
export const samples: Readonly<Record<string, Sample>> = {
  'cve-list': {
    file: 'cve-records.ndjson.gz',
    content: `${[record('CVE-2024-0001'), record('CVE-2024-0002'), record('CVE-2024-0003')].join('\n')}\n`,
    cve: 'CVE-2024-0001',
    wanted: {
      name: 'Overflow in Thing',
      description: hostile,
      published: '2024-03-01T10:00:00Z',
      vendor: 'Acme',
      affected: [{ vendor: 'Acme', product: 'Thing', versions: ['1.0 before 1.4'] }],
      cvss: [
        { version: '4.0', score: 9.3, severity: 'CRITICAL', vector: 'CVSS:4.0/AV:N/AC:L', by: 'acme' },
        { version: '3.1', score: 9.8, severity: 'CRITICAL', vector: 'CVSS:3.1/AV:N/AC:L', by: 'acme' },
      ],
      weaknesses: [{ id: 'CWE-787', name: 'Out-of-bounds Write' }],
      references: [{ url: 'https://acme.example/advisory', tags: [] }],
    },
  },
  nvd: {
    file: 'nvdcve-2.0-2024.json.gz',
    content: JSON.stringify({
      resultsPerPage: 2,
      startIndex: 0,
      totalResults: 2,
      format: 'NVD_CVE',
      version: '2.0',
      timestamp: '2024-06-01T00:00:00.000',
      vulnerabilities: [nvdItem('CVE-2024-0001'), nvdItem('CVE-2024-0002')],
    }),
    cve: 'CVE-2024-0002',
    wanted: {
      inNvd: true,
      description: hostile,
      modified: '2024-05-01T10:15:00Z',
      affected: [{ vendor: 'acme', product: 'big:thing pro', versions: ['before 1.4'] }],
      cvss: [
        { version: '3.1', score: 9.8, severity: 'CRITICAL', vector: 'CVSS:3.1/AV:N/AC:L', by: 'nvd' },
        { version: '2.0', score: 7.5, severity: 'HIGH', vector: 'AV:N/AC:L', by: 'nvd' },
      ],
    },
  },
  kev: {
    file: 'known_exploited_vulnerabilities.csv',
    content: `cveID,vendorProject,product,vulnerabilityName,dateAdded,shortDescription,requiredAction,dueDate,knownRansomwareCampaignUse,notes,cwes
CVE-2024-0002,Acme,Other,Acme Other Flaw,2024-03-09,Short.,Patch.,2024-03-30,Unknown,,CWE-79
CVE-2024-0001,Acme,Thing,Acme Thing Overflow,2024-03-05,${quoted(hostile)},"Apply, or stop.",2024-03-26,Known,https://acme.example/ ; more,"CWE-787, CWE-20"
`,
    cve: 'CVE-2024-0001',
    wanted: {
      name: 'Acme Thing Overflow',
      description: hostile,
      weaknesses: [
        { id: 'CWE-787', name: '' },
        { id: 'CWE-20', name: '' },
      ],
      kev: { added: '2024-03-05', due: '2024-03-26', ransomware: true, action: 'Apply, or stop.' },
    },
  },
  'cve-summary': {
    file: 'cve-summary.csv.gz',
    content: `cve,published,vendor,product,name,description,cwe,cvss_version,cvss_score,cvss_severity,cvss_vector,cvss_source
CVE-2024-0001,2024-03-01,n/a,Thing,,${quoted(hostile)},CWE-787 CWE-20,3.1,9.8,CRITICAL,CVSS:3.1/AV:N,cve-record:CISA-ADP
CVE-2024-0009,,,,,,,,,,,
`,
    cve: 'CVE-2024-0001',
    wanted: {
      product: 'Thing',
      published: '2024-03-01T00:00:00Z',
      cvss: [{ version: '3.1', score: 9.8, severity: 'CRITICAL', vector: 'CVSS:3.1/AV:N', by: 'CISA-ADP' }],
    },
  },
  epss: {
    file: 'epss_scores-current.csv.gz',
    content:
      '#model_version:v2025.03.14,score_date:2026-08-16T12:55:00Z\ncve,epss,percentile\nCVE-2024-0001,0.97000,0.99900\nCVE-2024-0002,0.00043,0.10000\n',
    cve: 'CVE-2024-0001',
    wanted: { epss: { score: 0.97, percentile: 0.999, date: '2026-08-16' } },
  },
  'epss-history': {
    file: 'epss-history-kev.csv.gz',
    content: 'cve,2026-08-02,2026-08-09\nCVE-2024-0002,,0.2\nCVE-2024-0001,0.91000,0.95000\n',
    cve: 'CVE-2024-0001',
    wanted: {
      epssHistory: [
        { date: '2026-08-02', score: 0.91 },
        { date: '2026-08-09', score: 0.95 },
      ],
    },
  },
  exploits: {
    file: 'exploits.csv.gz',
    content: `cve,metasploit_modules,nuclei_templates,et_sids,crowdsec_rules,poc_reference_count,poc_github_count,poc_urls
CVE-2024-0002,,,,,0,0,
CVE-2024-0001,exploits/acme.rb,CVE-2024-0001,2030001,,1,4,https://poc.example/a javascript:alert(1)
`,
    cve: 'CVE-2024-0001',
    wanted: {
      proofs: 5,
      exploits: [
        { kind: 'metasploit', name: 'exploits/acme.rb' },
        { kind: 'nuclei', name: 'CVE-2024-0001' },
        { kind: 'suricata', name: '2030001' },
        { kind: 'proof-of-concept', name: 'https://poc.example/a' },
      ],
    },
  },
  'attack-techniques': {
    file: 'kev-attack-techniques.csv.gz',
    content:
      'cve,mapping_type,attack_id,attack_name\nCVE-2024-0001,exploitation_technique,T1190,Exploit Public-Facing Application\nCVE-2024-0001,primary_impact,T1059,Interpreter\nCVE-2024-0002,primary_impact,T1059,Interpreter\n',
    cve: 'CVE-2024-0001',
    wanted: {
      techniques: [
        { id: 'T1190', name: 'Exploit Public-Facing Application', type: 'exploitation_technique' },
        { id: 'T1059', name: 'Interpreter', type: 'primary_impact' },
      ],
    },
  },
  'threat-actors': {
    file: 'threat-actors.ndjson.gz',
    content: `${[
      { name: 'Quiet Fox', kind: 'threat-actor', cves: ['CVE-2024-0001', 'CVE-2024-0003'] },
      { name: 'Botty', kind: 'botnet', cves: ['CVE-2024-0001'] },
      { name: 'None', kind: 'ransomware' },
      { name: 'Late', kind: 'botnet', cves: ['CVE-2024-0004'] },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n')}\n`,
    cve: 'CVE-2024-0001',
    wanted: {
      actors: [
        { name: 'Quiet Fox', kind: 'threat-actor' },
        { name: 'Botty', kind: 'botnet' },
      ],
    },
  },
}
