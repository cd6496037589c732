import { Panel } from '../../ui/panel.tsx'

/** How programs use a key. @param url of this server */
export function KeyExamples({ url }: { url: string }) {
  const call = `${url}/v3/ip/198.51.100.7`
  const examples = [
    ['curl', `curl -H "key: $NOISEFLOOR_KEY" ${call}`],
    [
      'JavaScript',
      `const answer = await fetch('${call}', {\n  headers: { key: process.env.NOISEFLOOR_KEY },\n})\nconsole.log(await answer.json())`,
    ],
    [
      'Python',
      `import os, urllib.request\n\nasked = urllib.request.Request('${call}',\n    headers={'key': os.environ['NOISEFLOOR_KEY']})\nprint(urllib.request.urlopen(asked).read().decode())`,
    ],
    ['Command line', `NOISEFLOOR_KEY=… npx --no noisefloor ip 198.51.100.7`],
  ] as const
  return (
    <Panel title="Examples">
      <div className="grid gap-4">
        {examples.map(([name, code]) => (
          <figure key={name}>
            <figcaption className="pb-1 text-dense text-ink-2">{name}</figcaption>
            <pre tabIndex={0} className="overflow-x-auto rounded-control bg-sunken p-3 text-dense">
              <code>{code}</code>
            </pre>
          </figure>
        ))}
      </div>
    </Panel>
  )
}
