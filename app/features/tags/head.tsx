import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Tag } from '#model/tag.ts'
import { term } from '#gnql/term.ts'
import { useFrame } from '../../page-frame.tsx'
import { ClassBadge } from '../../ui/class-icon.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { queryHref } from '../../query-href.ts'
import { Value } from '../value/value.tsx'
import { categoryLabels } from './category-labels.ts'

/** Which tag this is and what can be done with it. */
export function TagHead({ tag }: { tag: Tag }) {
  const { mayExport } = useFrame()
  const query = term('tags', tag.name)
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-entity font-semibold">{tag.name}</h1>
        <ClassBadge of={tag.intention === 'unknown' ? 'other' : tag.intention} large />
        <span className="text-ink-2">{categoryLabels[tag.category]}</span>
        {tag.actor && <Value field="actor" value={tag.actor} />}
      </div>
      <p className="max-w-[90ch] text-lead">{tag.description}</p>
      <div className="chrome flex flex-wrap items-center gap-3">
        <Link to={queryHref(query)} className={`${buttonLook()} hover:no-underline`}>
          View all IPs
        </Link>
        {mayExport && (
          <a
            href={`/api/tags/${tag.slug}/export?format=csv`}
            download
            className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
          >
            Export CSV
          </a>
        )}
        <Value field="tags" value={tag.name}>
          <code>{query}</code>
        </Value>
      </div>
    </header>
  )
}

/** What it rests on. */
export function TagFacts({ tag }: { tag: Tag }) {
  return (
    <Panel title="Rule" from={{ window: `first published ${tag.createdAt}` }}>
      <dl className="grid gap-3">
        <Fact title="GNQL over sessions">
          <code
            className="block overflow-x-auto rounded-control bg-sunken px-3 py-2 text-dense break-words"
            tabIndex={0}
          >
            {tag.rule}
          </code>
        </Fact>
        {tag.cves.length > 0 && (
          <Fact title="CVEs">
            <ul className="flex flex-wrap gap-x-3 gap-y-1">
              {tag.cves.map((cve) => (
                <li key={cve}>
                  <Value field="cve" value={cve} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {tag.references.length > 0 && (
          <Fact title="References">
            <ul className="grid gap-1">
              {tag.references.map((reference) => (
                <li key={reference} className="break-all">
                  <a href={reference} rel="noreferrer nofollow">
                    {reference}
                  </a>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-label text-ink-3">{title}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
