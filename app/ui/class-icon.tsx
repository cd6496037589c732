import type { Classification } from '#model/tag.ts'

/** Every class has a shape and a word beside its colour; the shapes alone tell them apart. */
export type Class = Classification | 'business' | 'other'

interface Look {
  word: string
  letter: string
  /** Outline on a 12 × 12 grid. */
  path: string
  fill: string
  text: string
}

const circle = 'M6 .75a5.25 5.25 0 1 1 0 10.5a5.25 5.25 0 1 1 0-10.5z'

export const classLooks: Record<Class, Look> = {
  malicious: {
    word: 'Malicious',
    letter: 'M',
    path: 'M3.7.5h4.6L11.5 3.7v4.6L8.3 11.5H3.7L.5 8.3V3.7z',
    fill: 'fill-malicious-mark',
    text: 'bg-malicious-soft text-malicious',
  },
  suspicious: {
    word: 'Suspicious',
    letter: 'S',
    path: 'M6 .75L11.6 11H.4z',
    fill: 'fill-suspicious-mark',
    text: 'bg-suspicious-soft text-suspicious',
  },
  benign: {
    word: 'Benign',
    letter: 'B',
    path: circle,
    fill: 'fill-benign-mark',
    text: 'bg-benign-soft text-benign',
  },
  unknown: {
    word: 'Unknown',
    letter: 'U',
    path: 'M6 1.2L10.8 6L6 10.8L1.2 6z',
    fill: 'fill-transparent stroke-unknown stroke-[1.5]',
    text: 'bg-unknown-soft text-unknown',
  },
  business: {
    word: 'Business service',
    letter: '■',
    path: 'M1 1h10v10H1z',
    fill: 'fill-business-mark',
    text: 'bg-business-soft text-business',
  },
  other: {
    word: 'Other',
    letter: 'O',
    path: circle,
    fill: 'fill-transparent stroke-unknown stroke-[1.5]',
    text: 'bg-unknown-soft text-unknown',
  },
}

/** The shape alone; say the word beside it, or pass `named` where there is no room. */
export function ClassIcon({ of, named = false }: { of: Class; named?: boolean }) {
  const look = classLooks[of]
  return (
    <svg
      viewBox="0 0 12 12"
      className={`mark ${look.fill}`}
      {...(named ? { role: 'img', 'aria-label': look.word } : { 'aria-hidden': true })}
    >
      <path d={look.path} />
    </svg>
  )
}

export function ClassBadge({ of, large = false }: { of: Class; large?: boolean }) {
  const look = classLooks[of]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-badge font-semibold whitespace-nowrap ${look.text} ${
        large ? 'px-3 py-1 text-lead' : 'px-1.5 py-0.5 text-label'
      }`}
    >
      <ClassIcon of={of} />
      {look.word}
    </span>
  )
}
