import { term } from '#gnql/term.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, menuLine } from '../../ui/menu.tsx'
import { roomKept, useAlive } from '../../ui/use-alive.ts'
import { LookElsewhere } from '../value/look-elsewhere.tsx'

const look = `${buttonLook({ variant: 'secondary' })} cursor-pointer hover:no-underline`

/** What can be done with the address of the page. Copying and printing need scripts and come with them. */
export function IpActions({
  ip,
  isKnown,
  isRouted,
}: {
  ip: string
  /** There is a record to export. */
  isKnown: boolean
  /** Others may know it as well. */
  isRouted: boolean
}) {
  const ofScripts = `${look} ${useAlive() ? '' : roomKept}`
  const { mayExport } = useFrame()
  return (
    <div role="group" aria-label="Actions" className="chrome flex flex-wrap items-center gap-2 sm:ml-auto">
      <button type="button" className={ofScripts} onClick={() => void copyText(ip, `Copied ${ip}`)}>
        <Icon name="copy" />
        Copy
      </button>
      {isKnown && mayExport && (
        <Menu label="Export" look={look} shortcut="e">
          {exportsOf(ip).map(({ label, about, href }) => (
            <a key={label} href={href} download className={menuLine}>
              <span className="font-medium">{label}</span>
              <span className="text-ink-2">{about}</span>
            </a>
          ))}
        </Menu>
      )}
      {isRouted && <LookElsewhere kind="ip" value={ip} />}
      <button type="button" className={ofScripts} onClick={() => window.print()}>
        Print
      </button>
    </div>
  )
}

const exportsOf = (ip: string) => [
  {
    label: 'JSON',
    about: 'the record, as the API gives it',
    href: `/api/ip/${encodeURIComponent(ip)}/file?format=json`,
  },
  {
    label: 'CSV',
    about: 'one row',
    href: `/api/ip/query?${new URLSearchParams({ query: term('ip', ip), export_format: 'csv' })}`,
  },
  {
    label: 'STIX 2.1',
    about: 'for threat intelligence platforms',
    href: `/api/ip/${encodeURIComponent(ip)}/file?format=stix`,
  },
]
