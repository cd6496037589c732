import type { PcapEstimate } from '#model/pcap.ts'
import { frame, services } from '../context.ts'
import { often, useLive } from '../features/shell/use-live.ts'
import { Estimate } from '../features/pcaps/estimate.tsx'
import { KeptPackets } from '../features/pcaps/kept-packets.tsx'
import { PcapList } from '../features/pcaps/list.tsx'
import { RequestForm } from '../features/pcaps/request-form.tsx'
import { Room } from '../features/pcaps/room.tsx'
import { askedIn, wantedOf } from '../features/pcaps/wanted.ts'
import { ownOf } from '../own-of.ts'
import { orRefused, orRouteError } from '../route-error.ts'
import { counted } from '../ui/numbers.ts'
import { FormError } from '../ui/form-error.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/state.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sensor-pcaps'

/** Why a request was refused, by the code in the address: nothing else of the address is shown. */
const refusals: Record<string, string> = {
  busy: 'As many files of your workspace as your plan allows at once are not done: wait for one of them.',
  conflict: 'Your workspace’s files leave too little room for this one: remove one, or wait until one ends.',
  'too-large':
    'That is more than your plan allows a file. Choose a shorter range, fewer sensors or a narrower query.',
  'not-found': 'No session matches, or its packets are no longer kept.',
}

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { listPcaps, estimatePcap, packetsKept, pcapRoom, everySensor } = context.get(services)
  const asked = askedIn(searchParams, Date.parse(context.get(frame).status.now))
  const isAsked = searchParams.has('from')
  const wanted = wantedOf(asked)
  const [pcaps, kept, room, sensors, found] = await Promise.all([
    orRouteError(listPcaps()),
    orRouteError(packetsKept()),
    orRouteError(pcapRoom()),
    orRouteError(everySensor()),
    isAsked && wanted ? orRefused(estimatePcap(wanted)) : null,
  ])
  const refused = searchParams.get('refused')
  const noTime = isAsked && !wanted ? 'A time is written as 2026-11-25T14:30, in UTC.' : ''
  return {
    pcaps,
    kept,
    room,
    sensors: sensors.map(({ id, name }) => ({ id, name })),
    asked,
    estimate: found?.ok ? (found.value satisfies PcapEstimate) : null,
    problem: noTime || (found && !found.ok ? found.message : ''),
    refused: refused === null ? '' : (ownOf(refusals, refused) ?? 'The server did not take it. Try again.'),
  }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('PCAPs · Noisefloor', 'The packets of sessions of your sensors, cut out when they are asked for.')

export default function Pcaps({ loaderData }: Route.ComponentProps) {
  const { pcaps, kept, room, sensors, asked, estimate, problem, refused } = loaderData
  useLive(
    pcaps.some(({ state }) => state === 'queued' || state === 'running'),
    often,
  )
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">PCAPs</h1>
      <Panel title="Request packets" from={{ source: 'Sessions of your workspace, as one pcapng file' }}>
        <div className="grid gap-5">
          <Room room={room} />
          <RequestForm key={JSON.stringify(asked)} asked={asked} sensors={sensors} />
          {problem !== '' && <FormError title="Not estimated" message={problem} />}
          {refused !== '' && <FormError title="Not requested" message={refused} />}
          {estimate && <Estimate estimate={estimate} asked={asked} room={room} />}
        </div>
      </Panel>
      <KeptPackets kept={kept} />
      <Panel title="Files" flush={pcaps.length > 0}>
        {pcaps.length === 0 ? (
          <Empty why="No packets were requested yet.">
            <p className="text-ink-2">
              A file is made in the background and kept for {counted(room.keptDays, 'day')}; whoever is in the
              workspace can download it.
            </p>
          </Empty>
        ) : (
          <PcapList pcaps={pcaps} sensors={sensors} />
        )}
      </Panel>
    </div>
  )
}
