/** Addresses a text would have somebody fetch, at most this many of it. */
const most = 8
const longest = 16_384

const schemes = /(?:https?|ftp|tftp|ldaps?|rmi|iiop|dns|nis|corba):\/\/[^\s'"`<>|;&\\(){}]{1,900}/gi
/** What fetches when it stands before an address; jndi is Java's look-up by name (CVE-2021-44228). */
const fetcher =
  /(?:wget|curl|fetch|lynx|aria2c|axel|certutil|powershell|invoke-webrequest|jndi|tftp|ftpget)\b/i
const before = 160
const bare =
  /(?:wget|curl)((?:\s+-{1,2}[\w-]+){0,6})\s+([\w.-]{1,253}\.[\w.-]{1,60}(?::\d{1,5})?\/[^\s'"`<>|;&\\(){}]{0,300})/gi
const tftp = /tftp\s[^;|&\n]{0,120}?(\d{1,3}(?:\.\d{1,3}){3})[^;|&\n]{0,80}/gi
const ftpget = /ftpget\s[^;|&\n]{0,80}?(\d{1,3}(?:\.\d{1,3}){3})\s+(\S{1,100})(?:\s+(\S{1,100}))?/gi

/** Every address of a text that is a command, where an address is there to be fetched. */
export const linksOfCommand = (text: string): string[] => found(text, () => true)

/** Addresses of a request that stand behind something that fetches; others are references, namespaces and names. */
export const linksOfRequest = (text: string): string[] => {
  const plain = unescaped(text.slice(0, longest))
  return found(plain, (at) =>
    fetcher.test(
      plain
        .slice(Math.max(0, at - before), at)
        .split('\n')
        .at(-1)!,
    ),
  )
}

function found(text: string, counts: (at: number) => boolean): string[] {
  const looked = text.slice(0, longest)
  const links = new Set<string>()
  for (const match of looked.matchAll(schemes)) {
    if (links.size >= most) break
    if (counts(match.index)) links.add(match[0])
  }
  for (const match of looked.matchAll(bare)) if (!match[2]!.includes('://')) links.add(`http://${match[2]}`)
  for (const match of looked.matchAll(tftp)) links.add(`tftp://${match[1]}/${fileOfTftp(match[0])}`)
  for (const match of looked.matchAll(ftpget)) links.add(`ftp://${match[1]}/${match[3] ?? match[2]}`)
  return [...links].slice(0, most)
}

const fileOfTftp = (command: string): string =>
  /-r\s+(\S{1,100})/.exec(command)?.[1] ??
  /(?:-c\s+)?get\s+(\S{1,100})/.exec(command)?.[1] ??
  /-l\s+(\S{1,100})/.exec(command)?.[1] ??
  ''

/** As a server would have understood it: escapes of a form, and blanks that a shell makes of `${IFS}`. */
const unescaped = (text: string): string =>
  text
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\$\{?IFS\}?/g, ' ')
    .replace(/\+/g, ' ')
    // Letters hidden in look-ups: ${lower:j}, ${::-n}, ${env:X:-d}.
    .replace(/\$\{[^{}:]{0,20}:(?:[^{}]{0,20}:-)?-?([a-z])\}/gi, '$1')
