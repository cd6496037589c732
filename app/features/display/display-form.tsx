import { useSyncExternalStore } from 'react'
import { useFrame } from '../../page-frame.tsx'
import { clocks, densities, keyChoices, ofBrowser, themes } from '../../settings/cookie.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'

const words: Record<string, string> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  '24': '24 hours (21:40)',
  '12': '12 hours (9:40 PM)',
  comfortable: 'Comfortable',
  compact: 'Compact',
  on: 'On',
  off: 'Off',
}

const items = (values: readonly string[]) => values.map((value) => ({ value, label: words[value] ?? value }))

/** How this browser shows things. A form that is read by the server: it works without scripts. */
export function DisplayForm({ back }: { back: string }) {
  const { settings, status } = useFrame()
  return (
    <form action="/settings/set" className="grid justify-items-start gap-4">
      <input type="hidden" name="back" value={back} />
      <ZoneField chosen={settings.zone} ofServer={status.timeZone} />
      <RadioGroup label="Clock" name="clock" items={items(clocks)} defaultValue={settings.clock} />
      <RadioGroup
        label="Rows of tables"
        name="density"
        items={items(densities)}
        defaultValue={settings.density}
      />
      <RadioGroup label="Theme" name="theme" items={items(themes)} defaultValue={settings.theme} />
      <RadioGroup
        label="Single keys (press ? for a list)"
        name="keys"
        items={items(keyChoices)}
        defaultValue={settings.keys}
      />
      <Button type="submit">Apply</Button>
      <p className="text-dense text-ink-2">
        Kept in this browser. Days are days of UTC whatever the zone; copies and exports are in UTC.
      </p>
    </form>
  )
}

interface Zones {
  own: string
  zones: readonly string[]
}

const unknown: Zones = { own: '', zones: [] }
let found: Zones | undefined
const zonesOfBrowser = (): Zones =>
  (found ??= {
    own: Intl.DateTimeFormat().resolvedOptions().timeZone,
    zones: Intl.supportedValuesOf('timeZone'),
  })
const nothingChanges = () => () => {}

function ZoneField({ chosen, ofServer }: { chosen: string; ofServer: string }) {
  // The list differs between browsers and versions: the server shows what stands, the browser adds the rest.
  const { own, zones } = useSyncExternalStore(nothingChanges, zonesOfBrowser, () => unknown)
  const listed = [...new Set(['UTC', ofServer, chosen, ...zones])].filter(
    (zone) => zone !== '' && zone !== ofBrowser,
  )
  return (
    <label className="grid gap-1 font-medium">
      Time zone
      <input type="hidden" name="browserZone" value={own} />
      <Select
        key={zones.length}
        name="zone"
        defaultValue={chosen || ofServer}
        options={[
          ...(own === '' ? [] : [{ label: `This browser's (${own})`, value: ofBrowser }]),
          ...listed.map((zone) => ({ label: zone, value: zone })),
        ]}
      />
    </label>
  )
}
