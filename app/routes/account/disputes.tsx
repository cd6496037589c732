import { Link, useRevalidator } from 'react-router'
import { claimWords } from '#model/dispute.ts'
import { services } from '../../context.ts'
import { AccountFrame } from '../../features/account/frame.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { Row } from '../../features/account/row.tsx'
import { AnswerForm } from '../../features/dispute/answer-form.tsx'
import { orRouteError } from '../../route-error.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/disputes'

export async function loader({ context }: Route.LoaderArgs) {
  return orRouteError(context.get(services).listDisputes())
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Disputes · Noisefloor', 'What owners of addresses say against verdicts, and what was answered.')

const iso = (at: number): string => new Date(at).toISOString()

export default function Disputes({ loaderData: { open, answers } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const anew = () => void revalidate()
  return (
    <AccountFrame title="Disputes">
      <Panel title="Waiting for an answer">
        {open.length === 0 && <p>Nobody disputes a verdict now.</p>}
        <ul>
          {open.map(({ id, ip, claim, explanation, email, user, created }) => (
            <Row key={id}>
              <article aria-label={`Dispute about ${ip}`} className="grid gap-2 pb-2">
                <p>
                  <PageOf ip={ip} /> · {claimWords[claim]}
                </p>
                <p className="text-dense break-all text-ink-2">
                  <InertText text={email} limit={254} mono={false} />
                  {user === null ? ' (a visitor; nobody confirmed the address)' : ' (signed in)'} ·{' '}
                  <Moment at={iso(created)} />
                </p>
                <p className="max-w-[90ch] whitespace-pre-wrap">
                  {explanation.split('\n').map((line, at) => (
                    // Lines of a text that never changes.
                    // oxlint-disable-next-line react/no-array-index-key
                    <span key={at} className="block">
                      <InertText text={line} limit={2000} mono={false} />
                    </span>
                  ))}
                </p>
                <details>
                  <summary className="cursor-pointer">Answer</summary>
                  <div className="pt-2">
                    <AnswerForm id={id} onDone={anew} />
                  </div>
                </details>
              </article>
            </Row>
          ))}
        </ul>
      </Panel>
      <Panel title="Answers in force">
        {answers.length === 0 && <p>No answer is in force.</p>}
        <ul>
          {answers.map(({ id, ip, verdict, note, at, until }) => (
            <Row
              key={id}
              action={
                <ApiForm
                  path={`/api/operator/answers/${id}`}
                  method="DELETE"
                  label="Undo"
                  ask={`Take the answer about ${ip} back?`}
                  look={{ variant: 'danger', size: 'sm' }}
                  onDone={anew}
                />
              }
            >
              <p>
                <PageOf ip={ip} /> · {wordsOf(verdict)}
              </p>
              <p>
                <InertText text={note} limit={500} mono={false} />
              </p>
              <p className="text-dense text-ink-2">
                <Moment at={iso(at)} />
                {until === null ? ', for ever' : ', until '}
                {until !== null && <Moment at={iso(until)} />}
              </p>
            </Row>
          ))}
        </ul>
      </Panel>
    </AccountFrame>
  )
}

const wordsOf = (verdict: string | null): string => {
  if (verdict === null) return 'declined'
  return verdict === 'none' ? 'no verdict of ours' : verdict
}

const PageOf = ({ ip }: { ip: string }) => (
  <Link to={`/ip/${encodeURIComponent(ip)}`} className="font-mono break-all">
    {ip}
  </Link>
)
