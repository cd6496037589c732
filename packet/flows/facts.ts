import { type ApplicationFacts, type ByEnd, opposite } from '../stream.ts'

export const noFacts = (): ApplicationFacts => ({
  protocols: new Set(),
  found: new Map(),
  asks: new Set(),
  answers: new Set(),
})

/** The same facts when the ends change places. */
export const turned = (facts: ApplicationFacts): ApplicationFacts => ({
  protocols: facts.protocols,
  found: new Map([...facts.found].map(([name, found]) => [name, otherWay(found)])),
  asks: new Set([...facts.asks].map(opposite)),
  answers: new Set([...facts.answers].map(opposite)),
})

const otherWay = <T>({ source, destination }: ByEnd<T>): ByEnd<T> => ({
  source: destination,
  destination: source,
})
