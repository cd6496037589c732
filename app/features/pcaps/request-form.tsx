import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../account/field.tsx'
import type { Asked } from './wanted.ts'

/** Which packets: asked by the address, so that the estimate can be shared and works without scripts. */
export function RequestForm({ asked, sensors }: { asked: Asked; sensors: readonly string[] }) {
  const names = [...new Set([...sensors, ...asked.sensors])]
  return (
    <Form method="get" className="grid max-w-[72ch] justify-items-start gap-4">
      <div className="flex flex-wrap gap-4">
        <Field label="From (UTC)" name="from" type="datetime-local" defaultValue={asked.from} required />
        <Field label="To (UTC)" name="to" type="datetime-local" defaultValue={asked.to} required />
      </div>
      {names.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="pb-1 font-medium">Sensors</legend>
          <p className="text-ink-2">Without a choice it is all of them, and what was uploaded.</p>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {names.map((name) => (
              <label key={name} className="flex min-h-6 items-center gap-2">
                <input
                  type="checkbox"
                  name="sensors"
                  value={name}
                  defaultChecked={asked.sensors.includes(name)}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="w-full max-w-[60ch]">
        <Field
          label="Query over sessions (GNQL)"
          name="query"
          defaultValue={asked.query}
          maxLength={1000}
          spellCheck={false}
          hint="For example source.ip:198.18.1.1, tags:mirai or destination.port:23. Empty: all sessions."
        />
      </div>
      <Button type="submit" variant="secondary">
        Estimate
      </Button>
    </Form>
  )
}
