import type { IpReport } from '#model/ip-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { ActivityMatrix } from '../../ui/charts/activity-matrix.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Empty } from '../../ui/state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BusinessServices } from './business.tsx'
import { Destinations, Fingerprints, Http, Ports } from './lists.tsx'
import { History } from './history.tsx'
import { Network } from './network.tsx'
import { Sightings } from './sightings.tsx'
import { Cves, Tags } from './tags.tsx'
import { Why } from './why.tsx'
import { Withheld } from './withheld.tsx'

export function Overview({ report }: { report: IpReport }) {
  const { document, verdict, activity } = report
  const today = useFrame().status.now.slice(0, 10)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[340px_minmax(0,1fr)]">
      {report.missing.length > 0 && <Missing names={report.missing} />}
      <div className="grid min-w-0 gap-4">
        <Network document={document} facts={report.facts} network={report.network} reverse={report.reverse} />
        {report.network && <BusinessServices network={report.network} />}
        {document && <Tags document={document} verdict={verdict} />}
        {document && <Cves cves={document.cves} />}
        <Withheld groups={report.lacking} />
      </div>
      <div className="grid min-w-0 gap-4">
        {report.reserved && !document && <ReservedRange reserved={report.reserved} />}
        {document ? (
          <>
            {verdict && <Why verdict={verdict} decoded={report.decoded} />}
            {report.sightings.length > 0 && <Sightings sightings={report.sightings} />}
            {activity && activity.rows.length > 0 && (
              <Panel
                title="Activity"
                from={{
                  window: `last ${activity.days.length} days, UTC days`,
                  source: 'own sensors and captures',
                }}
              >
                <ActivityMatrix activity={activity} today={today} />
              </Panel>
            )}
            <Ports document={document} />
            <Http document={document} />
            <Fingerprints report={report} />
            <Destinations document={document} />
            {report.history.length > 0 && <History steps={report.history} more={report.moreHistory} />}
            {report.reserved && <ReservedRange reserved={report.reserved} />}
          </>
        ) : (
          <>
            <NotSeen state={report.state} />
            {verdict && <Why verdict={verdict} decoded={report.decoded} />}
            {report.sightings.length > 0 && <Sightings sightings={report.sightings} />}
            {report.history.length > 0 && <History steps={report.history} more={report.moreHistory} />}
          </>
        )}
      </div>
    </div>
  )
}

function Missing({ names }: { names: readonly string[] }) {
  return (
    <div className="lg:col-span-2">
      <Alert variant="warning">
        The analytics engine does not answer. This record is from memory; not available now:{' '}
        {names.join(', ')}. Reload in a moment.
      </Alert>
    </div>
  )
}

function NotSeen({ state }: { state: IpReport['state'] }) {
  return (
    <Panel title="Observed">
      <Empty why="Not seen by our sensors in the last 90 days. That does not make it safe.">
        {state === 'not-observed' && (
          <p className="text-ink-2">Country and network on this page come from reference data alone.</p>
        )}
      </Empty>
    </Panel>
  )
}

function ReservedRange({ reserved }: { reserved: NonNullable<IpReport['reserved']> }) {
  return (
    <Panel title="Reserved range">
      <p>
        This address lies in <code>{reserved.range}</code>, {reserved.name} ({reserved.reference}). It is not
        routed on the public internet, so it says nothing about a host there.
      </p>
    </Panel>
  )
}
