import { useId } from 'react'

/**
 * Slanted lines laid over what is coloured: over the day that is not over yet always (`unfinished`), over a class in
 * forced colours and on paper, where the colours may be gone (`.class-hatch` in app.css). Draw once inside an SVG.
 */
export interface Hatches {
  unfinished: string
  malicious: string
  suspicious: string
  unknown: string
  benign: string
}

/** Degrees of the lines of each class, so that neighbours in a stack differ. */
const slants = { malicious: 45, suspicious: 135, unknown: 0, benign: 90 } as const

export function useHatches(): Hatches {
  const id = useId()
  const of = (name: string) => `${id}${name}`
  return {
    unfinished: of('unfinished'),
    malicious: of('malicious'),
    suspicious: of('suspicious'),
    unknown: of('unknown'),
    benign: of('benign'),
  }
}

export function HatchDefinitions({ hatches }: { hatches: Hatches }) {
  return (
    <defs>
      <Lines id={hatches.unfinished} slant={45} spacing={6} width={3} />
      {(['malicious', 'suspicious', 'unknown', 'benign'] as const).map((name) => (
        <Lines key={name} id={hatches[name]} slant={slants[name]} spacing={5} width={1} />
      ))}
    </defs>
  )
}

function Lines({ id, slant, spacing, width }: { id: string; slant: number; spacing: number; width: number }) {
  return (
    <pattern
      id={id}
      width={spacing}
      height={spacing}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${slant})`}
    >
      <rect width={width} height={spacing} className="hatch-line" />
    </pattern>
  )
}
