import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { RankedBars } from '../../ui/charts/ranked-bars.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { type Class, ClassBadge, ClassIcon, classLooks } from '../../ui/class-icon.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import type { CodePiece } from '../../ui/code/highlight.server.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type IconName, icons } from '../../ui/icons.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Menu, menuLine } from '../../ui/menu.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SignalFigure } from '../../ui/signal-figure.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { AskFirst } from '../account/ask-first.tsx'
import { Field, FieldErrors } from '../account/field.tsx'
import { Value } from '../value/value.tsx'
import { Progress, Waiting } from '../../ui/progress.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Empty } from '../../ui/state.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useInPlace } from '../../ui/use-in-place.ts'
import { Line } from './line.tsx'

/** A day of nothing, and one that is not over. */
const days = [
  { day: '2026-11-18', counts: { malicious: 4, suspicious: 2, unknown: 3, benign: 1 } },
  { day: '2026-11-19', counts: { malicious: 0, suspicious: 0, unknown: 0, benign: 0 } },
  { day: '2026-11-20', counts: { malicious: 2, suspicious: 1, unknown: 1, benign: 1 } },
]

export function Looks() {
  return (
    <Panel title="Looks">
      <div className="grid gap-4">
        <Line name="Classes">
          {(Object.keys(classLooks) as Class[]).map((of) => (
            <span key={of} className="inline-flex items-center gap-1.5">
              <ClassIcon of={of} />
              <ClassBadge of={of} />
            </span>
          ))}
        </Line>
        <Line name="Badges">
          <Badge />
          <Badge tone="plain">plain</Badge>
          <Badge tone="warn">warning</Badge>
        </Line>
        <Line name="Icons, small to extra large">
          {(Object.keys(icons) as IconName[]).map((name) => (
            <Icon key={name} name={name} label={name} />
          ))}
          {(['sm', 'md', 'lg', 'xl'] as const).map((size) => (
            <Icon key={size} name="search" size={size} label={`search, ${size}`} />
          ))}
        </Line>
        <Line name="Times and text of others">
          <Moment at="2026-11-20T21:40:12Z" />
          <Moment at="2026-11-20" />
          <Moment at="" />
          <InertText text={'right to left \u202e and \u0000'} />
        </Line>
        <Line name="Values, with what can be done with them">
          <Value field="country" value="Germany" />
          <Value field="tags" value="Mirai" />
        </Line>
        <Line name="Signals">
          {(['pulse', 'flat', 'clipped', 'saturated'] as const).map((shape) => (
            <SignalFigure key={shape} shape={shape} />
          ))}
        </Line>
        <Table label="Table">
          <thead>
            <tr>
              <Heading>Address</Heading>
              <Heading aria-sort="descending">Sessions, sorted by</Heading>
            </tr>
          </thead>
          <tbody>
            {[12, 3].map((sessions) => (
              <Row key={sessions}>
                <Cell>198.51.100.{sessions}</Cell>
                <Cell>{sessions}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        <Line name="Traces and ranks">
          <Sparkline values={[3, 5, 2, 8, 6, 9]} subject="Example" />
          <Sparkline values={[3, 5, 2, 8, 6, 1]} subject="Example, the last not over" unfinished />
          <div className="w-full">
            <StackedBars bars={days} noun="addresses" today="2026-11-20" />
          </div>
          <div className="w-full">
            <RankedBars
              label="Example"
              noun="addresses"
              rows={[
                { key: 'a', count: 120, label: 'first' },
                { key: 'b', count: 30, label: 'second' },
              ]}
            />
          </div>
        </Line>
      </div>
    </Panel>
  )
}

const variants = ['primary', 'secondary', 'quiet', 'call-to-action', 'danger'] as const
const items = [
  { label: 'One', value: '1' },
  { label: 'Two, with a tooltip', value: '2', tooltip: 'What two means' },
  { label: 'Three, disabled', value: '3', disabled: true },
]

export function Inputs() {
  return (
    <Panel title="Inputs">
      <div className="grid gap-4">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <Line key={size} name={`Buttons, ${size}`}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
          </Line>
        ))}
        <Line name="Buttons that wait, and that cannot be pressed">
          <Button loading>Saving</Button>
          <Button disabled>Disabled</Button>
        </Line>
        <Line name="Fields: as they are, with a hint, and wrong">
          <Field label="Name" name="plain" />
          <Field label="Name with a hint" name="hinted" hint="What it is for" />
          <FieldErrors value={{ wrong: 'What was wrong with it' }}>
            <Field label="Name that is wrong" name="wrong" />
          </FieldErrors>
          <Field label="Name that cannot be changed" name="disabled" disabled />
        </Line>
        {(['xs', 'sm', 'md', 'lg'] as const).map((size) => (
          <RadioGroup
            key={size}
            label={`Radio group, ${size}`}
            name={`radio-${size}`}
            items={items}
            size={size}
            defaultValue="1"
          />
        ))}
        <RadioGroup
          label="Radio group, required and not answered"
          name="radio-error"
          items={items}
          required
          error
        />
        <Line name="Tooltip and menu">
          <Tooltip text="A short text about it">
            {(about) => (
              <Button variant="secondary" aria-describedby={about}>
                Point at me
              </Button>
            )}
          </Tooltip>
          <Menu label="Menu" look={buttonLook({ variant: 'secondary' })} side="left">
            <a href="#menu" className={menuLine}>
              A link
            </a>
            <button type="button" className={menuLine}>
              An act
            </button>
          </Menu>
        </Line>
      </div>
    </Panel>
  )
}

export function Feedback() {
  const [run, setRun] = useState(0)
  return (
    <Panel title="Feedback">
      <div className="grid gap-4">
        {(['info', 'success', 'warning', 'error'] as const).map((variant) => (
          <Alert key={variant} variant={variant}>
            {variant}: one sentence that says what happened.
          </Alert>
        ))}
        <Alert closable>closable: it goes away when it is dismissed.</Alert>
        <FormError />
        <FormError title="A title of its own" message="And a message of its own." />
        <Line name="Progress: nothing, a part, all, and of unknown length">
          {[0, 42, 100].map((percent) => (
            <Progress key={percent} percent={percent} label={`${percent} percent`} />
          ))}
          <Waiting key={run} label="Waiting" />
          <Progress key={`again-${run}`} percent={60} label="60 percent" />
          <Button variant="secondary" size="sm" onClick={() => setRun(run + 1)}>
            Begin anew
          </Button>
        </Line>
        <Line name="Toasts">
          <Button variant="secondary" onClick={() => toast('Done')}>
            Say that it is done
          </Button>
          <Button variant="secondary" onClick={() => toast('Removed', () => toast('Brought back'))}>
            Offer to undo
          </Button>
        </Line>
        <Line name="A question before what cannot be undone">
          <Question />
        </Line>
        <Empty why="Nothing to show, and why." />
      </div>
    </Panel>
  )
}

/** The question takes the focus when it appears, so it waits to be asked. */
function Question() {
  const { isOpen: isAsked, open, close, opener } = useInPlace()
  return isAsked ? (
    <form action={close}>
      <AskFirst
        question="Remove “attic”?"
        label="Remove"
        look={{ variant: 'danger' }}
        loading={false}
        onCancel={close}
      />
    </form>
  ) : (
    <Button ref={opener} variant="danger" onClick={open}>
      Remove…
    </Button>
  )
}

export function CodeSamples({ samples }: { samples: readonly { language: string; pieces: CodePiece[] }[] }) {
  return (
    <Panel title="Code">
      <div className="grid gap-3">
        {samples.map(({ language, pieces }) => (
          <CodeBlock key={language} pieces={pieces} label={language} />
        ))}
      </div>
    </Panel>
  )
}
