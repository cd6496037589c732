import { type Theme, themes } from '../../settings/cookie.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'

const faces: Record<Theme, { icon: IconName; label: string }> = {
  system: { icon: 'monitor', label: 'System' },
  light: { icon: 'sun', label: 'Light' },
  dark: { icon: 'moon', label: 'Dark' },
}

/** Links, not buttons: choosing works without scripts, and the server renders the next page in the chosen theme. */
export function ThemeSwitch({
  theme,
  back,
  label = 'Theme',
}: {
  theme: Theme
  back: string
  label?: string
}) {
  return (
    <div role="group" aria-label={label} className="-ml-2 flex gap-1">
      {themes.map((name) => (
        <a
          key={name}
          href={`/settings/set?${new URLSearchParams({ theme: name, back })}`}
          rel="nofollow"
          aria-current={name === theme ? 'true' : undefined}
          className={`inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover ${name === theme ? 'bg-hover font-semibold text-ink' : ''}`}
        >
          <Icon name={faces[name].icon} size="sm" />
          {faces[name].label}
        </a>
      ))}
    </div>
  )
}
