import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { counted } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'

/** A session as the server sends it (server/api/wire/sensor.ts). */
export interface Seen {
  id: string
  start: string
  source_ip: string
  source_port: number
  destination_port: number
  transport: string
  protocols: readonly string[]
  tags: readonly string[]
}

const shown = 50
/** Tags of one session. */
const shownTags = 6

/** What a sensor sees, as it comes; it stands still while it is paused, and while somebody is in it. */
export function Latest({ sensor, first }: { sensor: string; first: readonly Seen[] }) {
  const [sessions, setSessions] = useState(first)
  const [waiting, setWaiting] = useState<readonly Seen[]>([])
  const [isPaused, setPaused] = useState(false)
  const [isHeard, setHeard] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const held = useRef(false)
  const known = useRef(first)
  useEffect(() => {
    held.current = isPaused
  }, [isPaused])
  useEffect(() => {
    const starts = known.current.map(({ start }) => Date.parse(start))
    const after = Math.max(Date.now() - 60_000, ...starts)
    const line = new EventSource(`/api/workspace/sensors/${sensor}/live?after=${after}`)
    line.addEventListener('open', () => setHeard(true))
    line.addEventListener('error', () => setHeard(false))
    line.addEventListener('sessions', ({ data }: MessageEvent<string>) => {
      const fresh = JSON.parse(data) as Seen[]
      if (held.current || region.current?.contains(document.activeElement))
        setWaiting((before) => merged(fresh, before))
      else setSessions((before) => merged(fresh, before))
    })
    return () => line.close()
    // One line for each sensor: what comes over it is what the list grows by.
  }, [sensor])
  const show = (): void => {
    setSessions((before) => merged(waiting, before))
    setWaiting([])
  }
  return (
    <Panel
      title="Latest sessions"
      from={{ window: isHeard ? (isPaused ? 'paused' : 'live') : 'last 24 hours' }}
      flush
      action={
        <span className="scripted flex gap-2">
          {waiting.length > 0 && (
            <Button variant="secondary" size="sm" onClick={show}>
              Show {counted(waiting.length, 'new session')}
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            aria-pressed={isPaused}
            onClick={() => {
              if (isPaused) show()
              setPaused(!isPaused)
            }}
          >
            {isPaused ? 'Go on' : 'Pause'}
          </Button>
        </span>
      }
    >
      <div ref={region}>
        {sessions.length === 0 ? (
          <div className="px-4 py-3">
            <Empty why="Nothing reached this sensor in the last 24 hours." />
          </div>
        ) : (
          <Table label="Latest sessions of this sensor">
            <thead>
              <tr>
                <Heading>Start</Heading>
                <Heading>Source</Heading>
                <Heading className="text-right">Port</Heading>
                <Heading>Protocols</Heading>
                <Heading>Tags</Heading>
              </tr>
            </thead>
            <tbody>
              {sessions.map((one) => (
                <Row key={one.id}>
                  <Cell className="whitespace-nowrap">
                    <Moment at={one.start} />
                  </Cell>
                  <Cell>
                    <Value field="" value={one.source_ip} to={`/ip/${one.source_ip}`} />
                  </Cell>
                  <Cell className="text-right whitespace-nowrap">
                    <Value field="raw_data.scan.port" value={String(one.destination_port)} />/{one.transport}
                  </Cell>
                  <Cell className="whitespace-nowrap">{one.protocols.join(', ')}</Cell>
                  <Cell>
                    <span className="flex flex-wrap gap-x-3">
                      {one.tags.slice(0, shownTags).map((tag) => (
                        <Value key={tag} field="tags" value={tag} to={`/tags/${tag}`} />
                      ))}
                      {one.tags.length > shownTags && `and ${one.tags.length - shownTags} more`}
                    </span>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </Panel>
  )
}

function merged(fresh: readonly Seen[], before: readonly Seen[]): Seen[] {
  const known = new Set(before.map(({ id }) => id))
  return [...fresh.filter(({ id }) => !known.has(id)), ...before]
    .toSorted((a, b) => (a.start < b.start ? 1 : -1))
    .slice(0, shown)
}
