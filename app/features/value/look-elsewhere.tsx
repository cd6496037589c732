import { type LookUpKind, lookUpUrl } from '#model/site.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, menuLine } from '../../ui/menu.tsx'

const look = `${buttonLook({ variant: 'secondary' })} cursor-pointer`

/** Where else the value may be looked up, by the operator's list (docs/site.md); nothing where the list is empty. */
export function LookElsewhere({ kind, value }: { kind: LookUpKind; value: string }) {
  const links = useFrame().site.lookUps[kind]
  if (links.length === 0) return null
  return (
    <Menu label="Look elsewhere" look={look}>
      {links.map((link) => (
        <a
          key={link.label}
          href={lookUpUrl(link, value)}
          target="_blank"
          rel="noreferrer noopener"
          className={menuLine}
        >
          {link.label}
          <Icon name="external-link" size="sm" label="opens in a new tab" />
        </a>
      ))}
    </Menu>
  )
}
