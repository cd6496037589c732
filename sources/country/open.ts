import maxmind from 'maxmind'
import type { Log } from '../log.ts'
import { dataPackage } from '../package.ts'

const packageName = '@ip-location-db/geo-whois-asn-country-mmdb'

/**
 * Opens the look-up address text → ISO country code ("" when unknown) from the CC0 database of `@ip-location-db`.
 * IPv4 must be given as a dotted quad: the database answers mapped forms with nothing. Never fails.
 */
export const openCountries = async (log: Log): Promise<(ip: string) => string> => {
  const data = dataPackage(packageName)
  if (!data) {
    log.warn({ package: packageName }, 'country data is not installed: countries stay empty')
    return () => ''
  }
  try {
    // `country_code` is this database's own shape, not MaxMind's nested one.
    const reader = await maxmind.open(data.file('geo-whois-asn-country.mmdb'))
    return (ip) => {
      const found: unknown = reader.get(ip)
      if (typeof found !== 'object' || found === null || !('country_code' in found)) return ''
      return typeof found.country_code === 'string' ? found.country_code : ''
    }
  } catch (error) {
    log.warn({ error: String(error) }, 'country data could not be read: countries stay empty')
    return () => ''
  }
}
