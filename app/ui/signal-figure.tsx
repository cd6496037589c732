/** The recurring figure: a pen on paper. Each shape tells what happened to the signal. */
const shapes = {
  pulse: 'M0 20H60L66 12L72 20H110L118 4L128 36L136 20H200',
  flat: 'M0 20H200',
  clipped: 'M0 20H40L52 6H72L84 34H104L116 6H136L148 20H200',
  saturated:
    'M0 20L6 4L12 36L18 4L24 36L30 4L36 36L42 4L48 36L54 4L60 36L66 4L72 36L78 4L84 36L90 4L96 36L102 4L108 36L114 20H200',
} as const

export type TraceShape = keyof typeof shapes

export function SignalFigure({ shape = 'pulse', large = false }: { shape?: TraceShape; large?: boolean }) {
  return (
    <svg
      viewBox="0 0 200 40"
      width={large ? 400 : 120}
      height={large ? 80 : 24}
      className="max-w-full text-ink-3"
      aria-hidden="true"
    >
      <path d={shapes[shape]} fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round" />
    </svg>
  )
}
