/**
 * Few values, so that generated queries and documents meet; among them the ones that break compilers: quotes, SQL and
 * LIKE metacharacters, placeholders, backslashes, line ends, letters outside ASCII.
 */
export const awkward = [
  "it's",
  '100%',
  'a_b',
  'back\\slash',
  'say "hello"',
  "' OR 1=1 --",
  '{p:String}',
  '?query=*&x=(y)',
  'line\nend',
  '\t',
  'École',
  'ÉCOLE',
  'Straße',
  '日本',
  '😀 grin',
  '\u0000nul',
  'null',
  'and',
  '-minus',
  ':colon:',
  '/etc/../passwd',
  '[x]',
] as const

export const words = [
  'Mirai',
  'mirai',
  'SSH Bruteforcer',
  'ssh-bruteforcer',
  'Google LLC',
  'AS64500',
  'AS4134',
] as const
export const texts = [
  ...words,
  'Belgium',
  'BE',
  'CVE-2021-44228',
  'isp',
  'Windows 7/8',
  '/HNAP1/',
  'unknown',
  ...awkward,
]

export const addresses = [
  '198.18.0.1',
  '198.18.0.255',
  '198.19.7.7',
  '0.0.0.0',
  '255.255.255.255',
  '2001:db8::1',
  '2001:db8:0:1::',
  '::',
  '::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
] as const

export const blocks = [
  ...addresses,
  '198.18.0.0/16',
  '198.18.0.0/31',
  '0.0.0.0/0',
  '::/0',
  '2001:db8::/32',
  '::ffff:198.18.0.0/120',
  '2001:db8::1/127',
] as const

export const numbers = [0, 1, 22, 80, 443, 554, 65_535] as const
export const decimals = [-33.5, 0, 50.85] as const
