import type { SensorProfile } from '#model/sensor/profile.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'

/** What a scanner would see at each port, as text. */
export function PortsTable({ profile }: { profile: SensorProfile }) {
  return (
    <Table label={`Ports of ${profile.name}`}>
      <thead>
        <tr>
          <Heading>Port</Heading>
          <Heading>Protocol</Heading>
          <Heading>Looks like</Heading>
        </tr>
      </thead>
      <tbody>
        {profile.ports.map(({ port, transport, protocol, tls, options = {} }) => (
          <Row key={`${port} ${transport}`}>
            <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap">
              {port}/{transport}
            </th>
            <Cell className="whitespace-nowrap">
              {protocol}
              {tls && ' over TLS'}
            </Cell>
            <Cell>
              {profile.device ? (
                <>
                  the device <InertText text={profile.device.address} limit={64} />
                </>
              ) : (
                <InertText
                  text={options.banner ?? options.server ?? options.version ?? options.hostname ?? ''}
                  limit={200}
                />
              )}
            </Cell>
          </Row>
        ))}
        {(profile.catchAll ?? []).map(({ from, to, transport }) => (
          <Row key={`${from}-${to} ${transport}`}>
            <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap">
              {from}–{to}/{transport}
            </th>
            <Cell className="whitespace-nowrap">catch-all</Cell>
            <Cell className="text-ink-2">says nothing, and listens</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
