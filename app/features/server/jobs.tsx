import { Link } from 'react-router'
import type { JobStatus } from '#model/server-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { agoOf, durationOf, type JobState, stateOf } from './job-words.ts'

const looks: Record<JobState, { word: string; tone: 'accent' | 'plain' | 'warn' }> = {
  running: { word: 'running', tone: 'accent' },
  waiting: { word: 'waiting', tone: 'plain' },
  'not-run': { word: 'not run yet', tone: 'plain' },
  failed: { word: 'failed', tone: 'warn' },
  elsewhere: { word: 'on another server', tone: 'plain' },
}

/** What works in the background, for whoever runs the server. `now`: the server's clock at this answer. */
export function JobsPanel({ jobs, now }: { jobs: readonly JobStatus[]; now: string }) {
  const failed = jobs.filter((job) => stateOf(job) === 'failed').length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-head font-semibold">Background jobs</h1>
      <p className="max-w-[90ch] text-ink-2">
        What this server does without being asked. A job that fails is tried again with growing pauses. The
        same status is at <a href="/readyz">/readyz</a> for programs; how old reference data is stands under{' '}
        <Link to="/sources">Reference data</Link>.
      </p>
      {jobs.length === 0 ? (
        <Empty why="No jobs run on this server." />
      ) : (
        <Panel
          title={failed === 0 ? 'No job fails' : failed === 1 ? '1 job fails' : `${failed} jobs fail`}
          from={{ source: `${jobs.length} jobs`, age: 'since the server started' }}
          flush
        >
          <Table label="Background jobs: state, where they run, last run and last error">
            <thead>
              <tr>
                <Heading>Job</Heading>
                <Heading>State</Heading>
                <Heading>Runs on</Heading>
                <Heading>Last finished</Heading>
                <Heading className="text-right">Took</Heading>
                <Heading className="text-right">Rounds</Heading>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <JobRow key={job.name} job={job} now={Date.parse(now)} />
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
    </div>
  )
}

function JobRow({ job, now }: { job: JobStatus; now: number }) {
  const { name, about, runsOn, rounds, lastAt, tookMs, lastError } = job
  const { word, tone } = looks[stateOf(job)]
  return (
    <Row>
      <Cell className="min-w-56 max-sm:max-w-72">
        <span className="font-semibold">{name}</span>
        <span className="block text-ink-2">{about}</span>
        {lastError !== null && (
          <span className="block max-w-[90ch] text-suspicious [&_.inert]:wrap-anywhere [&_.inert]:whitespace-normal">
            Last error: <InertText text={lastError} limit={300} mono={false} />
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap">
        <Badge tone={tone}>{word}</Badge>
      </Cell>
      <Cell className="whitespace-nowrap">{runsOn === 'all' ? 'every server' : 'one server'}</Cell>
      <Cell className="whitespace-nowrap">
        {lastAt === null ? (
          <span className="text-ink-3">{stateOf(job) === 'elsewhere' ? 'not here' : 'never'}</span>
        ) : (
          <time dateTime={new Date(lastAt).toISOString()}>{agoOf(lastAt, now)}</time>
        )}
      </Cell>
      <Cell className="text-right whitespace-nowrap tabular-nums">
        {tookMs === null ? '' : durationOf(tookMs)}
      </Cell>
      <Cell className="text-right tabular-nums">{withCommas(rounds)}</Cell>
    </Row>
  )
}
