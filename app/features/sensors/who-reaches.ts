/** What stands in the way of a host that runs a command with this server's address in it; "" where nothing is known to. */
export function whoReaches(command: string): string {
  const [url = ''] = /https?:\/\/[^\s'"]+/.exec(command) ?? []
  if (!URL.canParse(url)) return ''
  const { protocol, hostname, origin } = new URL(url)
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname))
    return `At ${origin} only this machine reaches the server. For other hosts set HOST, NOISEFLOOR_URL and a certificate (TLS_CERT) first.`
  if (protocol === 'http:')
    return `A sensor sends over https alone, and ${origin} is plain http: it will refuse. Set TLS_CERT, or NOISEFLOOR_URL to the address of your proxy.`
  return ''
}
