import { type IconName, icons } from './icons.ts'

const sizes = { sm: 14, md: 16, lg: 20, xl: 24 } as const
export type IconSize = keyof typeof sizes

/** An icon beside words is decoration; one that stands alone takes a `label`. */
export function Icon({ name, size = 'md', label }: { name: IconName; size?: IconSize; label?: string }) {
  const px = sizes[size]
  return (
    <svg
      width={px}
      height={px}
      viewBox="0 0 24 24"
      className="inline-block shrink-0 [&_*]:[stroke-width:1.5]"
      focusable="false"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      // The body is one of our own constants, never data.
      dangerouslySetInnerHTML={{ __html: icons[name] }}
    />
  )
}
