import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { FieldHint } from '../account/field-hint.tsx'
import { RowList } from '../search/modal/row-list.tsx'
import type { Row } from '../search/modal/rows.ts'
import { SearchField } from '../search/search-field.tsx'
import { Line } from './line.tsx'

const long = 'An option whose name is longer than any field that it could ever stand in '.repeat(3).trim()
const options = [
  { label: 'One', value: '1' },
  { label: 'Two', value: '2' },
]

/** What one chooses from, and what asks before anything else goes on. */
export function Choosing() {
  return (
    <Panel title="Choosing">
      <div className="grid gap-4">
        <Line name="Select: as it is, of one, of long text, empty, disabled, and wrong">
          <Labelled label="Select">
            <Select name="select" options={options} />
          </Labelled>
          <Labelled label="Of one">
            <Select name="select-one" options={options.slice(0, 1)} />
          </Labelled>
          <Labelled label="Of long text">
            <Select name="select-long" options={[{ label: long, value: '1' }, ...options.slice(1)]} />
          </Labelled>
          <Labelled label="Empty">
            <Select name="select-empty" options={[]} className="min-w-36" />
          </Labelled>
          <Labelled label="Disabled">
            <Select name="select-disabled" options={options} disabled />
          </Labelled>
          <div>
            <Labelled label="Wrong">
              <Select
                name="select-wrong"
                options={options}
                aria-invalid
                aria-describedby="select-wrong-hint"
              />
            </Labelled>
            <FieldHint id="select-wrong" error="What was wrong with it" />
          </div>
        </Line>
        <Line name="Combobox: closed until something is typed, and holding a query">
          <SearchField id="combobox" label="Combobox" />
          <SearchField id="combobox-held" label="Combobox that holds a query" value="tags:mirai -port:23" />
        </Line>
        <Line name="Its list, open, with a row of long text and a group with nothing; arrows and presses choose">
          <Options />
        </Line>
        <Line name="Dialog: closed; its buttons open it">
          <Opens label="Open a dialog">
            <p>It lies over the page until it is closed.</p>
          </Opens>
          <Opens label="Open one of long text">
            {Array.from({ length: 40 }, (_, at) => (
              <p key={at}>{long}</p>
            ))}
          </Opens>
          <Opens label="Open one with a field that is wrong">
            <label className="grid gap-1">
              <span className="font-medium">Name</span>
              <input
                name="dialog-wrong"
                aria-invalid
                aria-describedby="dialog-wrong-hint"
                className="min-h-[34px] rounded-control border border-danger bg-surface px-2"
              />
            </label>
            <FieldHint id="dialog-wrong" error="What was wrong with it" />
          </Opens>
        </Line>
      </div>
    </Panel>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="grid min-w-0 gap-1">
    <span className="font-medium">{label}</span>
    {children}
  </label>
)

function Opens({ label, children }: { label: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <Button variant="secondary" onClick={() => dialog.current?.showModal()}>
        {label}
      </Button>
      <Dialog dialog={dialog} title={label}>
        <form method="dialog" className="grid justify-items-start gap-3">
          {children}
          <Button type="submit" variant="secondary">
            Close
          </Button>
        </form>
      </Dialog>
    </>
  )
}

/** None is chosen at first: the chosen one is scrolled to. */
function Options() {
  const [active, setActive] = useState<string | null>(null)
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = rows.findIndex(({ id }) => id === active)
    setActive(rows[(at + step + rows.length) % rows.length]?.id ?? null)
  }
  return (
    <div className="w-full rounded-control border border-line-strong py-2">
      <RowList
        id="options"
        active={active}
        groups={[
          { title: 'Matches', rows },
          { title: 'Saved', rows: [], empty: 'Nothing is saved yet.' },
        ]}
        acts={{ choose: ({ id }) => setActive(id), forget: () => undefined, onKey: move }}
      />
    </div>
  )
}

const row = (id: string, rest: Partial<Row>): Row => ({
  id,
  label: id,
  detail: '',
  matches: [],
  count: null,
  isMono: false,
  act: { kind: 'open', href: '/ui' },
  ...rest,
})

const rows: readonly Row[] = [
  row('first', { label: 'Mirai', detail: 'A tag', matches: [[0, 3]], count: 1204 }),
  row('chosen', { label: '198.51.100.7', detail: 'An address', isMono: true }),
  row('long', { label: long, detail: long }),
]
