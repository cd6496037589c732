import { Link } from 'react-router'
import { canonicalCve } from '#model/cve.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { LookElsewhere } from '../value/look-elsewhere.tsx'

/** A well-formed CVE that neither a rule nor a record names: that is no word about the vulnerability itself. */
export function UnknownCve({ path }: { path: string }) {
  const cve = canonicalCve(/^\/cves\/([^/]+)$/.exec(path)?.[1] ?? '')
  if (cve === null) return null
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        No rule here detects <InertText text={cve} />, and no imported record describes it. That does not mean
        it is not exploited. <Link to="/sources">Reference data</Link> says which records are imported.
      </p>
      <LookElsewhere kind="cve" value={cve} />
    </div>
  )
}
