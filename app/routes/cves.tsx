import { Form, Link } from 'react-router'
import { asText, dataIn } from '../as-text.ts'
import { services } from '../context.ts'
import { CveTable } from '../features/cve/cve-table.tsx'
import { orRouteError } from '../route-error.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { counted } from '../ui/numbers.ts'
import { Panel } from '../ui/panel.tsx'
import { useFieldOfAddress } from '../ui/use-field-of-address.ts'
import { Empty } from '../ui/state.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/cves'

const maxSearch = 200

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const search = (searchParams.get('search') ?? '').trim().slice(0, maxSearch)
  const asked = Number(searchParams.get('page') ?? 1)
  const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, 100_000) : 1
  return asText({ search, list: await orRouteError(context.get(services).listCves({ search, page })) })
}

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'CVEs · Noisefloor',
    'Which vulnerabilities are tried against our sensors, and what is known of the others.',
  )

const hrefOf = (search: string, page: number): string => {
  const params = new URLSearchParams({ ...(search && { search }), ...(page > 1 && { page: String(page) }) })
  return params.size === 0 ? '/cves' : `/cves?${params}`
}

export default function Cves({ loaderData }: Route.ComponentProps) {
  const { search, list } = dataIn(loaderData)
  const { rows, total, page, pages, isCut, notImported } = list
  const field = useFieldOfAddress<HTMLInputElement>(search)
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">CVEs</h1>
      <Form role="search" className="chrome flex max-w-[720px] gap-2">
        <input
          ref={field}
          name="search"
          type="search"
          aria-label="Search CVEs"
          placeholder="CVE-2021-44228, or words of a product or title"
          defaultValue={search}
          maxLength={maxSearch}
          spellCheck={false}
          className="h-[34px] w-full min-w-0 rounded-control border border-control bg-surface px-3 text-ink pointer-coarse:min-h-11"
        />
        <Button type="submit" variant="secondary" size="lg">
          Search
        </Button>
      </Form>
      {rows.length === 0 ? (
        <Empty why="No matching CVEs found.">
          <Link to="/sources">Which CVE records are imported</Link>
        </Empty>
      ) : (
        <>
          <p className="text-lead" aria-live="polite">
            {isCut ? `The first ${counted(total, 'CVE')}` : counted(total, 'CVE')}
          </p>
          {notImported.length > 0 && (
            <p className="text-dense text-ink-2">
              Not imported here: {notImported.join(', ')}. <Link to="/sources">Reference data</Link> says how
              to import them.
            </p>
          )}
          <Panel title="CVEs" from={{ window: 'addresses of the last 90 days' }} flush>
            <CveTable rows={rows.map((row) => ({ cve: row.cve, row }))} label="CVEs found" />
          </Panel>
          <nav aria-label="Pages" className="chrome flex items-center gap-3">
            <span className="text-ink-2">
              Page {page} of {pages}
            </span>
            {page > 1 && (
              <Link
                to={hrefOf(search, page - 1)}
                className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
              >
                Previous page
              </Link>
            )}
            {page < pages && (
              <Link
                to={hrefOf(search, page + 1)}
                className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
              >
                Next page
              </Link>
            )}
          </nav>
        </>
      )}
    </div>
  )
}
