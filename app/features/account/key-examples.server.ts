import { type CodePiece, highlighted, type Language } from '../../ui/code/highlight.server.ts'

export interface KeyExample {
  name: string
  pieces: CodePiece[]
}

/** How programs use a key. @param url of this server, without a path */
export function keyExamples(url: string): KeyExample[] {
  const path = '/v3/ip/198.51.100.7'
  const call = url + path
  const examples: [name: string, language: Language, code: string][] = [
    ['curl', 'bash', `curl -H "key: $NOISEFLOOR_KEY" ${call}`],
    ['HTTP', 'http', `GET ${path} HTTP/1.1\nhost: ${url.replace(/^https?:\/\//, '')}\nkey: YOUR-KEY\n`],
    [
      'JavaScript',
      'javascript',
      `const answer = await fetch('${call}', {\n  headers: { key: process.env.NOISEFLOOR_KEY },\n})\nconsole.log(await answer.json())`,
    ],
    [
      'Python',
      'python',
      `import os, urllib.request\n\nasked = urllib.request.Request('${call}',\n    headers={'key': os.environ['NOISEFLOOR_KEY']})\nprint(urllib.request.urlopen(asked).read().decode())`,
    ],
    ['Command line', 'bash', 'NOISEFLOOR_KEY=… npx --no noisefloor ip 198.51.100.7'],
    [
      'What comes back (beginning)',
      'json',
      '{\n  "ip": "198.51.100.7",\n  "business_service_intelligence": { "found": false },\n  "internet_scanner_intelligence": { "found": true, "classification": "malicious" }\n}',
    ],
  ]
  return examples.map(([name, language, code]) => ({ name, pieces: highlighted(code, language) }))
}
