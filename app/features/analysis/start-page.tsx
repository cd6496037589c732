import { Link } from 'react-router'
import { type Analysis, type AnalysisKind, isOver } from '#model/analysis.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { Entry } from './entry.tsx'
import { type FileProblem, problemOfStatus } from './file-problem.ts'
import { kindWords } from './kind.ts'
import { Recent } from './recent.tsx'
import { often, useLive } from '../shell/use-live.ts'

const pageSize = 50
/** Text that an address brings along (routes/search.ts). */
const maxText = 2000

interface StartPageData {
  analyses: Analysis[]
  /** Where the next page of them begins; null at the end. */
  older: string | null
  isFirst: boolean
  text: string
  refused: FileProblem | null
}

/** What the page is made of: the address says where the list of analyses begins, and what is filled in. */
export async function loadStartPage(
  searchParams: URLSearchParams,
  list: (of: { limit: number; before?: string }) => Promise<Analysis[]>,
): Promise<StartPageData> {
  const before = searchParams.get('before')
  const found = await list({ limit: pageSize + 1, ...(before !== null && { before }) })
  const refused = Number(searchParams.get('refused'))
  const analyses = found.slice(0, pageSize)
  return {
    analyses,
    older: found.length > pageSize ? (analyses.at(-1)?.id ?? null) : null,
    isFirst: before === null,
    text: (searchParams.get('text') ?? '').slice(0, maxText),
    refused: refused >= 400 ? problemOfStatus(refused) : null,
  }
}

/** Where a list is pasted or sent, and what was analyzed before. */
export function StartPage({
  kind,
  analyses,
  older,
  isFirst,
  text,
  refused,
}: StartPageData & { kind: AnalysisKind }) {
  useLive(!analyses.every(({ state }) => isOver(state)), often)
  const { path, title, empty } = kindWords[kind]
  const look = `${buttonLook({ variant: 'secondary' })} hover:no-underline`
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">{title}</h1>
      <Entry key={text} kind={kind} text={text} refused={refused} />
      <Panel title="Recent analyses" flush={analyses.length > 0}>
        {analyses.length === 0 ? (
          <Empty why={isFirst ? 'No list was analyzed yet.' : 'There are no older ones.'}>
            <p className="text-ink-2">{empty}</p>
          </Empty>
        ) : (
          <Recent kind={kind} analyses={analyses} />
        )}
      </Panel>
      {(older !== null || !isFirst) && (
        <nav aria-label="Pages" className="chrome flex flex-wrap items-center gap-3">
          {!isFirst && (
            <Link to={path} className={look}>
              First page
            </Link>
          )}
          {older !== null && (
            <Link to={`?before=${older}`} rel="next" className={look}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
