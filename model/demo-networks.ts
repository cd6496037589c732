/**
 * Invented networks behind the demo's addresses: who "runs" which documentation, benchmark or reserved range. The
 * simulator (demo/) takes its addresses from here, the enricher (sources/catalogue/demo-networks.ts) answers from here, and only for
 * sessions of origin demo. AS numbers are documentation ones (RFC 5398), names end in "(demo)", host names in
 * .example (RFC 2606): nothing here can be taken for a real network or person.
 */
export interface DemoPlace {
  countryCode: string
  region: string
  city: string
  latitude: number
  longitude: number
}

export interface DemoNetwork {
  slug: string
  asn: number
  organization: string
  category: 'isp' | 'hosting' | 'business' | 'education' | 'mobile'
  /** Where its addresses stand; which one an address gets is a hash of its network part. */
  places: readonly DemoPlace[]
  /** Reverse name; "{n}" becomes a number of the address. "" for none. */
  rdns: string
  tor?: boolean
  /** Display name of the VPN service that leaves here. */
  vpnService?: string
}

const place = (
  countryCode: string,
  region: string,
  city: string,
  latitude: number,
  longitude: number,
): DemoPlace => ({ countryCode, region, city, latitude, longitude })

const places = {
  amsterdam: place('NL', 'North Holland', 'Amsterdam', 52.37, 4.9),
  ankara: place('TR', 'Ankara', 'Ankara', 39.93, 32.86),
  bangkok: place('TH', 'Bangkok', 'Bangkok', 13.75, 100.5),
  bogota: place('CO', 'Bogota', 'Bogota', 4.71, -74.07),
  bucharest: place('RO', 'Bucharest', 'Bucharest', 44.43, 26.1),
  buenosAires: place('AR', 'Buenos Aires', 'Buenos Aires', -34.6, -58.38),
  cairo: place('EG', 'Cairo', 'Cairo', 30.04, 31.24),
  chicago: place('US', 'Illinois', 'Chicago', 41.88, -87.63),
  dallas: place('US', 'Texas', 'Dallas', 32.78, -96.8),
  dublin: place('IE', 'Leinster', 'Dublin', 53.35, -6.26),
  frankfurt: place('DE', 'Hesse', 'Frankfurt am Main', 50.11, 8.68),
  guangzhou: place('CN', 'Guangdong', 'Guangzhou', 23.13, 113.26),
  hanoi: place('VN', 'Hanoi', 'Hanoi', 21.03, 105.85),
  helsinki: place('FI', 'Uusimaa', 'Helsinki', 60.17, 24.94),
  jakarta: place('ID', 'Jakarta', 'Jakarta', -6.21, 106.85),
  johannesburg: place('ZA', 'Gauteng', 'Johannesburg', -26.2, 28.05),
  karachi: place('PK', 'Sindh', 'Karachi', 24.86, 67),
  kyiv: place('UA', 'Kyiv', 'Kyiv', 50.45, 30.52),
  lagos: place('NG', 'Lagos', 'Lagos', 6.52, 3.38),
  london: place('GB', 'England', 'London', 51.51, -0.13),
  losAngeles: place('US', 'California', 'Los Angeles', 34.05, -118.24),
  madrid: place('ES', 'Madrid', 'Madrid', 40.42, -3.7),
  manila: place('PH', 'Metro Manila', 'Manila', 14.6, 120.98),
  mexicoCity: place('MX', 'Mexico City', 'Mexico City', 19.43, -99.13),
  moscow: place('RU', 'Moscow', 'Moscow', 55.76, 37.62),
  mumbai: place('IN', 'Maharashtra', 'Mumbai', 19.08, 72.88),
  nairobi: place('KE', 'Nairobi', 'Nairobi', -1.29, 36.82),
  newDelhi: place('IN', 'Delhi', 'New Delhi', 28.61, 77.21),
  paris: place('FR', 'Ile-de-France', 'Paris', 48.86, 2.35),
  prague: place('CZ', 'Prague', 'Prague', 50.08, 14.44),
  rome: place('IT', 'Lazio', 'Rome', 41.9, 12.5),
  saoPaulo: place('BR', 'Sao Paulo', 'Sao Paulo', -23.55, -46.63),
  santiago: place('CL', 'Santiago', 'Santiago', -33.45, -70.67),
  seoul: place('KR', 'Seoul', 'Seoul', 37.57, 126.98),
  shanghai: place('CN', 'Shanghai', 'Shanghai', 31.23, 121.47),
  singapore: place('SG', '', 'Singapore', 1.35, 103.82),
  sofia: place('BG', 'Sofia', 'Sofia', 42.7, 23.32),
  stockholm: place('SE', 'Stockholm', 'Stockholm', 59.33, 18.07),
  sydney: place('AU', 'New South Wales', 'Sydney', -33.87, 151.21),
  taipei: place('TW', 'Taipei', 'Taipei', 25.03, 121.57),
  tehran: place('IR', 'Tehran', 'Tehran', 35.69, 51.39),
  tokyo: place('JP', 'Tokyo', 'Tokyo', 35.68, 139.69),
  toronto: place('CA', 'Ontario', 'Toronto', 43.65, -79.38),
  virginia: place('US', 'Virginia', 'Ashburn', 39.04, -77.49),
  warsaw: place('PL', 'Masovia', 'Warsaw', 52.23, 21.01),
  zurich: place('CH', 'Zurich', 'Zurich', 47.38, 8.54),
} as const

const network = (
  slug: string,
  asn: number,
  organization: string,
  category: DemoNetwork['category'],
  rdns: string,
  at: readonly DemoPlace[],
  flags: Pick<DemoNetwork, 'tor' | 'vpnService'> = {},
): DemoNetwork => ({
  slug,
  asn,
  organization: `${organization} (demo)`,
  category,
  rdns,
  places: at,
  ...flags,
})

const p = places

/** Exactly 32, so that every demo range divides evenly among them (see demoRanges). Order is part of the layout. */
export const demoNetworks: readonly DemoNetwork[] = [
  network(
    'research-scanner',
    64496,
    'Example Research Scanning',
    'education',
    'scanner-{n}.research.example',
    [p.virginia, p.frankfurt],
  ),
  network('internet-census', 64497, 'Example Internet Census', 'business', 'probe-{n}.census.example', [
    p.chicago,
  ]),
  network('searchbot', 64498, 'Example Search', 'hosting', 'crawl-{n}.searchbot.example', [
    p.virginia,
    p.dublin,
    p.singapore,
  ]),
  network('uptime', 64499, 'Example Uptime Monitoring', 'hosting', 'monitor-{n}.uptime.example', [
    p.paris,
    p.tokyo,
    p.saoPaulo,
  ]),
  network('broadband-cn', 64500, 'Example Broadband East', 'isp', '', [p.guangzhou, p.shanghai]),
  network('broadband-in', 64501, 'Example Broadband South', 'isp', 'host-{n}.south.example', [
    p.mumbai,
    p.newDelhi,
  ]),
  network('broadband-br', 64502, 'Example Banda Larga', 'isp', '{n}.banda.example', [p.saoPaulo]),
  network('broadband-ru', 64503, 'Example Telecom North', 'isp', 'pppoe-{n}.north.example', [p.moscow]),
  network('broadband-vn', 64504, 'Example Fiber Delta', 'isp', '', [p.hanoi]),
  network('broadband-id', 64505, 'Example Broadband Archipelago', 'isp', '', [p.jakarta, p.manila]),
  network('broadband-ir', 64506, 'Example Telecom Plateau', 'isp', '', [p.tehran, p.karachi]),
  network('broadband-us', 64507, 'Example Cable', 'isp', 'c-{n}.cable.example', [
    p.chicago,
    p.dallas,
    p.losAngeles,
  ]),
  network('broadband-kr', 64508, 'Example Broadband Peninsula', 'isp', '', [p.seoul, p.taipei]),
  network('broadband-latam', 64509, 'Example Fibra Andina', 'isp', 'static-{n}.andina.example', [
    p.bogota,
    p.santiago,
    p.buenosAires,
    p.mexicoCity,
  ]),
  network('broadband-africa', 64510, 'Example Broadband Savanna', 'isp', '', [
    p.lagos,
    p.nairobi,
    p.cairo,
    p.johannesburg,
  ]),
  network('broadband-eu', 64511, 'Example Broadband Union', 'isp', 'dyn-{n}.union.example', [
    p.madrid,
    p.rome,
    p.warsaw,
    p.bucharest,
  ]),
  network('mobile-asia', 65536, 'Example Mobile Asia', 'mobile', '', [p.bangkok, p.manila, p.jakarta]),
  network('mobile-europe', 65537, 'Example Mobile Europe', 'mobile', 'm-{n}.mobile.example', [
    p.rome,
    p.ankara,
  ]),
  network('hosting-cheap', 65538, 'Example Budget Hosting', 'hosting', 'vps-{n}.budget.example', [
    p.amsterdam,
    p.bucharest,
  ]),
  network('hosting-offshore', 65539, 'Example Offshore Servers', 'hosting', '', [p.sofia, p.moscow, p.kyiv]),
  network('hosting-cloud', 65540, 'Example Cloud', 'hosting', 'compute-{n}.cloud.example', [
    p.virginia,
    p.frankfurt,
    p.singapore,
    p.sydney,
  ]),
  network('hosting-asia', 65541, 'Example Cloud Pacific', 'hosting', '', [p.singapore, p.tokyo, p.shanghai]),
  network('hosting-nordic', 65542, 'Example Nordic Datacenter', 'hosting', 'node-{n}.nordic.example', [
    p.helsinki,
    p.stockholm,
  ]),
  network('hosting-canada', 65543, 'Example Maple Hosting', 'hosting', 'srv-{n}.maple.example', [p.toronto]),
  network(
    'vpn-tunnel',
    65544,
    'Example Tunnel VPN',
    'hosting',
    'exit-{n}.tunnel.example',
    [p.zurich, p.london, p.amsterdam],
    { vpnService: 'Example Tunnel' },
  ),
  network('vpn-cloak', 65545, 'Example Cloak VPN', 'hosting', '', [p.prague, p.stockholm, p.losAngeles], {
    vpnService: 'Example Cloak',
  }),
  network(
    'tor-exits',
    65546,
    'Example Onion Relays',
    'hosting',
    'tor-exit-{n}.onion-relays.example',
    [p.frankfurt],
    {
      tor: true,
    },
  ),
  network('university', 65547, 'Example University', 'education', 'host-{n}.uni.example', [
    p.zurich,
    p.london,
  ]),
  network('business-office', 65548, 'Example Manufacturing', 'business', 'gw-{n}.works.example', [
    p.warsaw,
    p.prague,
  ]),
  network('business-retail', 65549, 'Example Retail', 'business', '', [p.dallas, p.toronto, p.mexicoCity]),
  network('rating-scanner', 65550, 'Example Security Ratings', 'business', 'scan-{n}.ratings.example', [
    p.london,
  ]),
  network('sensor-hosting', 65551, 'Example Sensor Hosting', 'hosting', '', [
    p.frankfurt,
    p.virginia,
    p.tokyo,
    p.saoPaulo,
    p.singapore,
    p.london,
    p.sydney,
    p.johannesburg,
  ]),
]

/**
 * The ranges the demo may use, and how they are shared out: each of the first three is cut into 32 equal parts, part i
 * belonging to demoNetworks[i]; the documentation /24s are all sensors (the last network).
 */
export const demoRanges = {
  shared: ['198.18.0.0/15', '240.0.0.0/4', '2001:db8::/32'],
  sensors: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
} as const

const hex = (value: number): string => value.toString(16)

/**
 * The prefixes of demoNetworks[index] in the shared ranges: an IPv4 /20 and /9, an IPv6 /37. Addresses for a part that
 * somebody plays are taken from here.
 */
export const demoPrefixes = (index: number): readonly [string, string, string] => [
  `198.${18 + (index >> 4)}.${(index & 15) * 16}.0/20`,
  `${240 + (index >> 1)}.${(index & 1) * 128}.0.0/9`,
  index === 0 ? '2001:db8::/37' : `2001:db8:${hex(index << 11)}::/37`,
]
