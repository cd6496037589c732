import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CveReport } from '#model/cve-report.ts'
import { Badge } from '../../ui/badge.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { LookElsewhere } from '../value/look-elsewhere.tsx'
import { Moment } from '../../ui/moment.tsx'
import { chance } from '../../ui/numbers.ts'

/** What it is, in one look: name, how bad, how likely, whether it is known to be exploited, and who tries it here. */
export function CveHead({ report }: { report: CveReport }) {
  const { cve, details, timeline, exploitation, activity } = report
  const [score] = details.cvss
  const epss = exploitation?.epss
  const kev = exploitation?.kev
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-mono text-entity font-semibold break-all">{cve}</h1>
        <ul className="flex flex-wrap gap-2 empty:hidden" aria-label="Properties">
          {details.rejected && <Chip tone="warn">Rejected: not a vulnerability</Chip>}
          {score && (
            <Chip tone={score.score >= 7 ? 'warn' : 'plain'}>
              CVSS {score.version}: {score.score.toFixed(1)}
              {score.severity !== '' && (
                <InertText text={` ${lower(score.severity)}`} limit={20} mono={false} />
              )}
            </Chip>
          )}
          {epss && <Chip>EPSS: {chance(epss.score)}</Chip>}
          {kev && <Chip tone="warn">Known exploited since {kev.added}</Chip>}
          {kev?.ransomware && <Chip tone="warn">Used by ransomware</Chip>}
          {activity && <Chip tone="accent">Here: {activity.phase.word}</Chip>}
        </ul>
        <LookElsewhere kind="cve" value={cve} />
      </div>
      {details.name !== '' && (
        <p className="max-w-[90ch] text-lead font-medium">
          <InertText text={details.name} limit={300} mono={false} />
        </p>
      )}
      <p className="max-w-[90ch] whitespace-pre-line">
        {details.description === '' ? (
          <span className="text-ink-2">No source that was imported describes it.</span>
        ) : (
          <InertText text={details.description} limit={8000} mono={false} />
        )}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-dense">
        {score && score.vector !== '' && (
          <Fact name="Vector">
            <InertText text={score.vector} limit={200} />
          </Fact>
        )}
        {epss && (
          <Fact name="EPSS">
            at least as likely as {chance(epss.percentile)} of all, on {epss.date}
          </Fact>
        )}
        {kev && kev.due !== '' && <Fact name="KEV due">{kev.due}</Fact>}
        {timeline && timeline.published !== '' && (
          <Fact name="Published">
            <Moment at={timeline.published} />
          </Fact>
        )}
        {report.notImported.length > 0 && (
          <Fact name="Not imported here">
            {report.notImported.join(', ')} (
            <Link to="/sources" className="underline">
              reference data
            </Link>
            )
          </Fact>
        )}
        {timeline && timeline.modified !== '' && (
          <Fact name="Modified">
            <Moment at={timeline.modified} />
          </Fact>
        )}
      </dl>
    </header>
  )
}

const lower = (text: string): string => text.toLowerCase()

const Chip = ({ tone = 'plain', children }: { tone?: 'accent' | 'plain' | 'warn'; children: ReactNode }) => (
  <li>
    <Badge tone={tone}>{children}</Badge>
  </li>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0 break-all">{children}</dd>
  </div>
)
