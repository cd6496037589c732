import type { IpReport } from '#model/ip-report.ts'
import { windowDays } from '#model/window.ts'
import { useFrame } from '../../page-frame.tsx'
import { useReach } from '../../reach.ts'
import { ActivityMatrix } from '../../ui/charts/activity-matrix.tsx'
import { Alert } from '../../ui/alert.tsx'
import { counted } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { BusinessServices } from './business.tsx'
import { Fingerprints } from './fingerprints.tsx'
import { Destinations, Http, Ports } from './lists.tsx'
import { History } from './history.tsx'
import { NeighboursPanel } from './neighbours.tsx'
import { Network } from './network.tsx'
import { Sightings } from './sightings.tsx'
import { Cves } from './cves.tsx'
import type { ShownProof } from './proof.tsx'
import { Why } from './why.tsx'
import { Withheld } from './withheld.tsx'

export function Overview({ report, proof }: { report: IpReport; proof: ShownProof | null }) {
  const { document, verdict, activity } = report
  const reach = useReach()
  const today = useFrame().status.now.slice(0, 10)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[340px_minmax(0,1fr)]">
      {report.missing.length > 0 && <Missing names={report.missing} />}
      {document && (
        <p className="text-label text-ink-3 lg:col-span-2">
          Of the last {windowDays} days, by UTC, from own sensors and captures, where nothing else is said.
        </p>
      )}
      <div className="grid min-w-0 gap-4">
        <Network document={document} facts={report.facts} network={report.network} reverse={report.reverse} />
        {report.network && <BusinessServices network={report.network} />}
        {document && <Cves cves={document.cves} />}
        {document && <Destinations document={document} />}
        <NeighboursPanel neighbours={report.neighbours} />
        {document && report.reserved && <ReservedRange reserved={report.reserved} />}
        <Withheld groups={report.lacking} />
      </div>
      <div className="grid min-w-0 gap-4">
        {document ? (
          <>
            {verdict && <Why verdict={verdict} decoded={report.decoded} proof={proof} />}
            {report.sightings.length > 0 && <Sightings sightings={report.sightings} />}
            {activity && activity.rows.length > 0 && (
              <Panel
                title="Activity"
                from={{
                  window: `last ${counted(activity.days.length, 'day')}, UTC days`,
                }}
              >
                <ActivityMatrix activity={activity} today={today} />
              </Panel>
            )}
            <Ports document={document} />
            <Http document={document} />
            <Fingerprints report={report} />
            {report.history.length > 0 && (
              <History steps={report.history} more={report.moreHistory} reach={reach} />
            )}
          </>
        ) : (
          <>
            {verdict && <Why verdict={verdict} decoded={report.decoded} proof={null} />}
            {report.sightings.length > 0 && <Sightings sightings={report.sightings} />}
            {report.history.length > 0 && (
              <History steps={report.history} more={report.moreHistory} reach={reach} />
            )}
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

function ReservedRange({ reserved }: { reserved: NonNullable<IpReport['reserved']> }) {
  return (
    <Panel title="Reserved range">
      <p>
        This address lies in <code>{reserved.range}</code>, {reserved.name} ({reserved.reference}). It is not
        routed on the public internet, so this says nothing about a real host.
      </p>
    </Panel>
  )
}
