import { Link, useSearchParams } from 'react-router'
import type { UnseenPage } from '#services/analysis/unseen.ts'
import { buttonLook } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Empty } from '../../ui/state.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { stateHref } from '../query/page-state.ts'
import { placeText } from '../query/result-table.tsx'
import { ValueLink } from '../value/value-link.tsx'
import type { UnseenPart } from './parts.ts'

/** Addresses of a list that our sensors did not see, a page at a time. */
export function UnseenTable({
  page: { rows, next },
  part,
  total,
  isFirst,
}: {
  page: UnseenPage
  part: UnseenPart
  total: number
  isFirst: boolean
}) {
  const [params] = useSearchParams()
  const isService = part === 'business-services'
  const look = `${buttonLook({ variant: 'secondary' })} hover:no-underline`
  if (rows.length === 0 && isFirst)
    return (
      <Empty
        why={
          isService
            ? 'No address of this list belongs to a business service we know and went unseen.'
            : 'Every address of this list was seen, or belongs to a business service we know.'
        }
      />
    )
  return (
    <>
      <section
        aria-label="Addresses"
        className="min-w-0 rounded-control border border-line bg-surface"
        data-values
      >
        <Table label="Addresses found">
          <thead>
            <tr>
              <Heading>IP</Heading>
              <Heading>In your list</Heading>
              {isService && <Heading>Service</Heading>}
              <Heading>Private or reserved</Heading>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ ip, times, line, service, reserved }) => (
              <Row key={ip}>
                <th scope="row" className="cell text-left font-mono font-normal">
                  <ValueLink field="" value={ip} />
                </th>
                <Cell className="whitespace-nowrap">{placeText({ times, line })}</Cell>
                {isService && (
                  <Cell>
                    <InertText text={service} limit={120} mono={false} />
                  </Cell>
                )}
                <Cell>{reserved}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </section>
      <nav aria-label="Pages" className="chrome flex flex-wrap items-center gap-3">
        {!isFirst && (
          <Link to={stateHref(params, { at: null })} className={look}>
            First page
          </Link>
        )}
        {next === null ? (
          <p className="text-ink-2">
            {isFirst ? `All ${withCommas(total)} shown.` : `End of ${withCommas(total)}.`}
          </p>
        ) : (
          <Link to={stateHref(params, { at: String(next) })} rel="next" className={look}>
            More
          </Link>
        )}
      </nav>
    </>
  )
}
