import { Link } from 'react-router'

const page = /^\/(ip|cves)\/analysis\/[^/]+$/

/** An analysis that is gone looks like one that never was, and like one of somebody else. */
export function UnknownAnalysis({ path }: { path: string }) {
  const of = page.exec(path)?.[1]
  if (of === undefined) return null
  return (
    <p>
      An analysis goes when its time is over or when it is deleted, and only whoever made it sees it unless it
      is shared. <Link to={`/${of}/analysis`}>Your analyses</Link> are those that are left.
    </p>
  )
}
