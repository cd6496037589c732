import { Link } from 'react-router'
import { withCommas } from '#model/numbers.ts'
import { useReach } from '../../reach.ts'
import { addressIn } from './destination.ts'

/** Addresses of a list that are named one by one; of longer ones the page says how many. */
const maxNamed = 50

/** The addresses of a query that is a list of them and nothing else. */
export function askedAddresses(query: string): string[] {
  const [, list = ''] = /^ip:\(?([0-9a-f.:,]+)\)?$/i.exec(query.trim()) ?? []
  return [...new Set(list.split(',').flatMap((word) => addressIn(word) ?? []))]
}

/** Which addresses of a list were not seen: what is missing from the rows would go unsaid otherwise. */
export function Unseen({
  query,
  total,
  rows,
}: {
  query: string
  total: number
  rows: readonly { ip: string }[]
}) {
  const reach = useReach()
  const asked = askedAddresses(query)
  const missing = asked.length - total
  if (asked.length < 2 || missing <= 0) return null
  const seen = new Set(rows.map(({ ip }) => ip))
  const unseen = rows.length === total ? asked.filter((ip) => !seen.has(ip)) : []
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-3 text-ink-2">
      {`${withCommas(missing)} of ${withCommas(asked.length)} addresses ${missing === 1 ? 'was' : 'were'} not seen in the ${reach}${unseen.length === 0 ? '.' : ':'}`}
      {unseen.slice(0, maxNamed).map((ip) => (
        <Link
          key={ip}
          to={`/ip/${encodeURIComponent(ip)}`}
          className="inline-flex min-h-6 items-center font-mono"
        >
          {ip}
        </Link>
      ))}
      {unseen.length > maxNamed && `and ${unseen.length - maxNamed} more`}
    </p>
  )
}
