import type { ComponentProps } from 'react'
import { useAlive } from './use-alive.ts'

const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap disabled:opacity-60 pointer-coarse:min-h-11'

const variants = {
  primary: 'border-accent bg-accent text-on-accent hover:bg-accent-strong hover:text-on-accent',
  secondary: 'border-control bg-surface text-ink hover:bg-hover hover:text-ink',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink',
  // The reader's own colours take our backgrounds away: what stood light on dark must not stay light.
  'call-to-action':
    'border-ink bg-ink text-canvas hover:bg-ink-2 hover:text-canvas forced-colors:text-[CanvasText]',
  danger: 'border-danger bg-surface text-danger hover:bg-hover',
} as const

const sizes = { sm: 'min-h-6 px-2 text-dense', md: 'min-h-[30px] px-3', lg: 'min-h-[34px] px-4' } as const

export interface ButtonLook {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
}

/** The same look for links that act like buttons. */
export const buttonLook = ({ variant = 'primary', size = 'md' }: ButtonLook = {}): string =>
  `${base} ${variants[variant]} ${sizes[size]}`

/** One that calls a function, rather than sending its form, can be pressed once there are scripts. */
export function Button({
  variant,
  size,
  loading = false,
  disabled,
  className = '',
  type = 'button',
  children,
  ...rest
}: ButtonLook & { loading?: boolean } & ComponentProps<'button'>) {
  const isAlive = useAlive()
  return (
    <button
      {...rest}
      type={type}
      disabled={loading || disabled || (type === 'button' && rest.onClick !== undefined && !isAlive)}
      aria-busy={loading || undefined}
      className={`${buttonLook({ ...(variant && { variant }), ...(size && { size }) })} ${className}`}
    >
      {children}
    </button>
  )
}
