import { Fragment } from 'react'
import type { Services } from '#services/services.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { toldOf } from './told.ts'

interface ChangesProps {
  changes: Awaited<ReturnType<Services['listChanges']>>
  members: readonly { id: string; name: string; email: string }[]
}

/** The audit log of a workspace: when, what, to what, before and after, by whom and from where. */
export function Changes({ changes, members }: ChangesProps) {
  // Who left is known by the id alone, as the export knows everybody.
  const names = new Map(members.map(({ id, name, email }) => [`user ${id}`, name || email]))
  const called = (text: string): string => names.get(text) ?? text
  return (
    <ul
      className="max-h-80 overflow-y-auto px-4 py-2 text-dense"
      tabIndex={0}
      aria-label="Changes, newest first"
    >
      {changes.map(({ at, act, subject, actor, address, ...said }, index) => (
        <li key={`${at} ${index}`} className="py-1">
          <Moment at={new Date(at).toISOString()} /> <code>{act}</code>{' '}
          <InertText text={called(subject)} limit={100} mono={false} />
          {toldOf({ act, ...said }).map(({ field, before, after }, place) => (
            <Fragment key={field}>
              {place === 0 ? ': ' : '; '}
              {field && (
                <>
                  <InertText text={field} limit={100} mono={false} />{' '}
                </>
              )}
              <Said text={called(before)} /> → <Said text={called(after)} />
            </Fragment>
          ))}
          {' by '}
          <InertText text={called(actor)} limit={200} mono={false} />
          {address && <span className="text-ink-3"> from {address}</span>}
        </li>
      ))}
    </ul>
  )
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const Said = ({ text }: { text: string }) =>
  instant.test(text) ? <Moment at={text} /> : <InertText text={text || 'nothing'} limit={200} mono={false} />
