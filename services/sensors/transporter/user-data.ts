import type { Entry } from './archive.ts'

/** Where the files lie on the transporter's machine. */
const places: Readonly<Record<string, string>> = {
  'agent.mjs': '/opt/noisefloor-transporter/agent.mjs',
  'noisefloor-transporter.service': '/etc/systemd/system/noisefloor-transporter.service',
  'transporter.json': '/etc/noisefloor-transporter/transporter.json',
}

/** Cloud-init's user data for a new machine: it holds the files themselves, so that nothing is fetched but Debian's Node. */
export const userData = (files: readonly Entry[], gzip: (bytes: Uint8Array) => Buffer): string =>
  [
    '#cloud-config',
    '# A machine beside a device becomes its transporter at its first start (README.md).',
    'packages:',
    '  - nodejs',
    'write_files:',
    ...files.flatMap(({ name, bytes, mode }) => [
      `  - path: ${places[name]}`,
      `    permissions: '0${mode.toString(8)}'`,
      '    encoding: gz+b64',
      `    content: ${gzip(bytes).toString('base64')}`,
    ]),
    'runcmd:',
    '  - systemctl daemon-reload',
    '  - systemctl enable --now noisefloor-transporter.service',
    '',
  ].join('\n')
