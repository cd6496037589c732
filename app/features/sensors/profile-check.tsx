import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
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
export function ProfileCheck({ wire }: { wire: unknown }) {
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
          The server runs its decoys in memory; nothing is opened and nothing kept.
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
        <Table label="What a scanner would see">
          <thead>
            <tr>
              <Heading>Port</Heading>
              <Heading>Asked</Heading>
              <Heading>Answer</Heading>
            </tr>
          </thead>
          <tbody>{ports.flatMap(rowsOf)}</tbody>
        </Table>
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

function rowsOf({ port, transport, protocol, certificate, heard }: Check['ports'][number]) {
  const said = [
    ...(certificate === null ? [] : [{ asked: 'TLS', answer: certificate }]),
    ...heard.map(({ asked, answer }) => ({ asked: asked || 'nothing yet', answer })),
  ]
  return (said.length === 0 ? [{ asked: 'nothing yet', answer: '' }] : said).map(
    ({ asked, answer }, index) => (
      <Row key={`${port} ${transport} ${index}`}>
        <th scope="row" className="px-3 py-1 align-top font-normal whitespace-nowrap">
          {port}/{transport} {protocol}
        </th>
        <Cell className="align-top whitespace-nowrap">{asked}</Cell>
        <Cell className="min-w-48 break-all">
          {answer === '' ? (
            <span className="text-ink-2">silence</span>
          ) : (
            <InertText text={answer} limit={600} />
          )}
        </Cell>
      </Row>
    ),
  )
}
