import type { DecoyOptions, HttpResponse } from '#model/sensor/profile.ts'
import type { Emulation, Talk } from '../emulation.ts'
import { httpMachine } from '../http/machine.ts'
import type { Request } from '../http/request.ts'

const usualVersion = '7.10.2'
const json = (path: string, value: unknown, status = 200): HttpResponse => ({
  path,
  status,
  body: `${JSON.stringify(value)}\n`,
})

const responses = ({
  version = usualVersion,
  hostname = 'node-1',
}: DecoyOptions): readonly HttpResponse[] => [
  json('/', {
    name: hostname,
    cluster_name: 'elasticsearch',
    cluster_uuid: 'mWk0nq8FQ0mXkq5s8ZbQ5A',
    version: { number: version, build_flavor: 'default', build_type: 'deb', lucene_version: '8.7.0' },
    tagline: 'You Know, for Search',
  }),
  json('/_cluster/health*', {
    cluster_name: 'elasticsearch',
    status: 'yellow',
    number_of_nodes: 1,
    active_shards: 5,
  }),
  json('/_nodes*', {
    cluster_name: 'elasticsearch',
    nodes: { n1: { name: hostname, version, os: { name: 'Linux' } } },
  }),
  {
    path: '/_cat/indices*',
    status: 200,
    headers: { 'Content-Type': 'text/plain' },
    body: 'yellow open customers Xk5bQ5AmWk0nq8FQ0mXkq5 5 1 18422 0 9.1mb 9.1mb\n',
  },
  json('/_aliases', { customers: { aliases: {} } }),
  json('/_search*', { took: 3, timed_out: false, hits: { total: { value: 0, relation: 'eq' }, hits: [] } }),
  json('*', { error: { type: 'index_not_found_exception', reason: 'no such index' }, status: 404 }, 404),
]

/** Bodies of searches: scripts in them were ways in (CVE-2014-3120, CVE-2015-1427). */
function understand({ method, target, body }: Request, talk: Talk): void {
  if (body.length > 0) talk.command(`${method} ${target} ${body.toString('utf8', 0, 1000)}`)
}

export const elasticsearch: Emulation = {
  stream: httpMachine({
    responses,
    understand,
    headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  }),
}
