import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A server that has seen nothing yet says how it comes to see something; nothing pretends to be live. */
export function FreshInstallation({ loading }: { loading: boolean }) {
  return (
    <section aria-labelledby="fresh" className="rounded-control border border-line bg-surface p-5">
      <h2 id="fresh" className="text-head font-semibold">
        {loading ? 'The demo data is loading' : 'No traffic yet'}
      </h2>
      <p className="mt-1 text-ink-2">
        {loading
          ? 'The first numbers appear here by themselves. Your own traffic can come at any time:'
          : 'This server has no data of its own yet. Three ways to begin:'}
      </p>
      <ol className="mt-4 grid gap-5 md:grid-cols-3">
        <Step
          number={1}
          title="Add a sensor, or bring a capture"
          command="npx --no noisefloor ingest FILE.pcap --shift-to now"
        >
          <Link to="/sensors">Add a sensor</Link> on a host that nobody has business with, or take a pcap or
          pcapng file of what reached your address. Its times can be moved to now.
        </Step>
        <Step number={2} title="Complete the reference data" command="npx --no noisefloor sources update">
          Countries and networks are there from the start. CVE records, KEV, EPSS, clouds and the rest are
          fetched by the server, or taken from files. <Link to="/sources">What is missing</Link>
        </Step>
        {!loading && (
          <Step number={3} title="Open the demo data" command="npx --no noisefloor demo load">
            30 days of simulated scanners, marked on every page. <code>demo remove</code> removes it again.
          </Step>
        )}
      </ol>
    </section>
  )
}

function Step({
  number,
  title,
  command,
  children,
}: {
  number: number
  title: string
  command: string
  children: ReactNode
}) {
  return (
    <li className="grid min-w-0 content-start gap-2">
      <h3 className="font-semibold">
        {number}. {title}
      </h3>
      <p className="text-ink-2">{children}</p>
      <pre className="overflow-x-auto rounded-control bg-sunken px-3 py-2 text-dense" tabIndex={0}>
        {command}
      </pre>
    </li>
  )
}
