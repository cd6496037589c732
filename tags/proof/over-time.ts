import type { Session } from '#model/session.ts'

/** For rules over time: sessions of one address that together fire the rule, and such that together must not. */
export interface ProofOverTime {
  slug: string
  fires: readonly Session[]
  spares: readonly Session[]
}

export const series = (count: number, secondsApart: number, draw: (index: number) => Session): Session[] =>
  Array.from({ length: count }, (_, index) => {
    const session = draw(index)
    const firstPacket = session.firstPacket + index * Math.ceil(secondsApart * 1000)
    return { ...session, firstPacket, lastPacket: firstPacket + 1000 }
  })

export const to = (index: number, session: Session): Session => ({
  ...session,
  destination: { ...session.destination, ip: `192.0.2.${index + 1}` },
})

/** Enough in time, against one too few and as many but too far apart. */
export const enough = (
  slug: string,
  [count, within]: [number, number],
  draw: (index: number) => Session,
  ...others: Session[][]
): ProofOverTime[] => {
  const apart = (within - 1) / count
  return [
    { slug, fires: series(count, apart, draw), spares: series(count - 1, apart, draw) },
    { slug, fires: series(count, 0, draw), spares: series(count, within / (count - 1), draw) },
    ...others.map((spares) => ({ slug, fires: series(count, apart, draw), spares })),
  ]
}
