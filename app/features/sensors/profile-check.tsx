import { Fragment, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { send } from '../account/send.ts'

interface Complaint {
  at: string
  message: string
}

/** What the server found (server/api/wire/profile.ts). */
interface Check {
  is_valid: boolean
  complaints: Complaint[]
  hints: Complaint[]
  ports: {
    port: number
    transport: string
    protocol: string
    certificate: string | null
    heard: { asked: string; answer: string }[]
  }[]
}

/** Runs the draft on the server, in memory, and shows what the first questions of a scanner are answered. */
export function ProfileCheck({ wire, isOfDevice }: { wire: unknown; isOfDevice: boolean }) {
  const [found, setFound] = useState<Check | null>(null)
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const check = async (): Promise<void> => {
    setSending(true)
    const answer = await send<Check>('/api/workspace/profiles/check', 'POST', wire)
    setSending(false)
    setFound(answer.data)
    setProblem(answer.message)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" loading={isSending} onClick={() => void check()}>
          Check it
        </Button>
        <span className="text-ink-2">
          {isOfDevice
            ? 'The server says whether it would be taken; the device is not asked.'
            : 'The server runs its decoys in memory; nothing is opened and nothing kept.'}
        </span>
      </div>
      {problem !== '' && <FormError title="This did not work" message={problem} />}
      {found && <Found check={found} />}
    </div>
  )
}

function Found({ check: { is_valid: isValid, complaints, hints, ports } }: { check: Check }) {
  return (
    <div className="grid gap-3" role="status">
      {isValid ? (
        <Alert variant="success">It can be published.</Alert>
      ) : (
        <Alert variant="error">
          It would not be taken:
          <Complaints all={complaints} />
        </Alert>
      )}
      {hints.length > 0 && (
        <Alert variant="warning">
          Likely not meant:
          <Complaints all={hints} />
        </Alert>
      )}
      {ports.length > 0 && (
        <ul aria-label="What a scanner would see" className="grid gap-3">
          {ports.map((one) => (
            <Port key={`${one.port} ${one.transport}`} of={one} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Complaints({ all }: { all: readonly Complaint[] }) {
  return (
    <ul className="list-disc pl-5">
      {all.map(({ at, message }) => (
        <li key={`${at} ${message}`}>
          <InertText text={at || 'profile'} limit={100} />:{' '}
          <InertText text={message} limit={400} mono={false} />
        </li>
      ))}
    </ul>
  )
}

function Port({ of: { port, transport, protocol, certificate, heard } }: { of: Check['ports'][number] }) {
  const said = [
    ...(certificate === null ? [] : [{ asked: 'TLS', answer: certificate }]),
    ...heard.map(({ asked, answer }) => ({ asked: asked || 'before anything is asked', answer })),
  ]
  return (
    <li className="grid gap-1">
      <p className="font-medium">
        {port}/{transport} {protocol}
      </p>
      <dl className="grid gap-x-4 gap-y-1 text-dense sm:grid-cols-[10rem_minmax(0,1fr)]">
        {said.map(({ asked, answer }) => (
          <Fragment key={asked}>
            <dt className="text-ink-2">{asked}</dt>
            <dd className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {answer === '' ? (
                <span className="text-ink-2">silence</span>
              ) : (
                // The end of a line is shown as one.
                answer.split(/\r?\n/).map((line, index, all) =>
                  line === '' && index === all.length - 1 ? null : (
                    <span key={index} className="block min-h-[1lh]">
                      <InertText text={line} limit={300} />
                    </span>
                  ),
                )
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </li>
  )
}
