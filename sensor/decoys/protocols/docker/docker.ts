import type { DecoyOptions, HttpResponse } from '#model/sensor/profile.ts'
import { linksOfCommand } from '../../links.ts'
import type { Emulation, Talk } from '../emulation.ts'
import { httpMachine } from '../http/machine.ts'
import type { Request } from '../http/request.ts'

const usualVersion = '20.10.7'
const id = 'e1f2a9c07d5b4a8890c3d1177ab5f0e2c4d6b8a09f1e3d5c7b9a8f6e4d2c0b1a'

const json = (method: string, path: string, value: unknown, status = 200): HttpResponse => ({
  method,
  path,
  status,
  body: `${JSON.stringify(value)}\n`,
})

const responses = ({
  version = usualVersion,
  hostname = 'docker',
}: DecoyOptions): readonly HttpResponse[] => [
  { path: '/_ping', status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: 'OK' },
  json('GET', '/version', {
    Platform: { Name: 'Docker Engine - Community' },
    Version: version,
    ApiVersion: '1.41',
    MinAPIVersion: '1.12',
    GoVersion: 'go1.13.15',
    Os: 'linux',
    Arch: 'amd64',
    KernelVersion: '4.15.0-20-generic',
  }),
  json('GET', '/info', {
    Containers: 3,
    ContainersRunning: 1,
    Images: 7,
    Driver: 'overlay2',
    OperatingSystem: 'Ubuntu 18.04.5 LTS',
    OSType: 'linux',
    Architecture: 'x86_64',
    NCPU: 4,
    MemTotal: 8_348_880_896,
    Name: hostname,
    ServerVersion: version,
  }),
  json('GET', '/containers/json', []),
  json('GET', '/images/json', [{ Id: `sha256:${id}`, RepoTags: ['alpine:latest'], Size: 5_595_292 }]),
  json('POST', '/images/create', { status: 'Status: Image is up to date for alpine:latest' }),
  json('POST', '/containers/create', { Id: id, Warnings: [] }, 201),
  json('POST', `/containers/${id}/exec`, { Id: id }, 201),
  json('POST', `/containers/${id}/wait`, { StatusCode: 0 }),
  { method: 'POST', path: `/containers/${id}/start`, status: 204 },
  { method: 'POST', path: `/exec/${id}/start`, status: 200, body: '' },
  { method: 'DELETE', path: `/containers/${id}*`, status: 204 },
  json('GET', `/containers/${id}/json`, { Id: id, State: { Status: 'exited', ExitCode: 0 } }),
  { path: '*', status: 404, body: '{"message":"page not found"}\n' },
]

/** What a container is to be made of and run is what is wanted here. */
function understand({ method, path, body }: Request, talk: Talk): void {
  if (method !== 'POST' || !/\/(create|exec)$/.test(path)) return
  let asked: unknown
  try {
    asked = JSON.parse(body.toString('utf8'))
  } catch {
    return
  }
  const {
    Image: image,
    Cmd: command,
    Entrypoint: entry,
    HostConfig: host,
  } = (asked ?? {}) as Record<string, unknown>
  const words = [image, entry, command].flat().filter((word) => typeof word === 'string')
  const binds = ((host ?? {}) as Record<string, unknown>)['Binds']
  const text = `${path.split('/').at(-1)} ${words.join(' ')}${Array.isArray(binds) ? ` with ${binds.join(' ')}` : ''}`
  talk.command(text)
  talk.links(linksOfCommand(text))
}

export const docker: Emulation = {
  stream: httpMachine({
    responses,
    understand,
    headers: {
      'Content-Type': 'application/json',
      'Api-Version': '1.41',
      Server: `Docker/${usualVersion} (linux)`,
      Ostype: 'linux',
    },
    /** The API's version stands before every path. */
    path: (path) => path.replace(/^\/v\d{1,2}\.\d{1,3}(?=\/)/, ''),
  }),
}
