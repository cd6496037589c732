import type { Proof } from '../sketch.ts'
import { exploits } from './exploits.ts'
import { lengths } from './lengths.ts'
import { lookUps } from './look-ups.ts'
import { places } from './places.ts'
import { resources } from './resources.ts'
import { shapes } from './shapes.ts'
import { shells } from './shells.ts'
import { statements } from './statements.ts'
import { traversals } from './traversals.ts'

/**
 * Exploits in disguise, by hand: parts percent-encoded once or more often, in overlong UTF-8, in unicode or HTML escapes,
 * in look-ups inside of look-ups, with odd slashes; in paths, queries, headers, cookies and bodies; as another path to the
 * same resource, in other shapes, behind much else. Beside each something in the same disguise that is harmless.
 */
export const evasionProofs: readonly Proof[] = [
  ...lookUps,
  ...shells,
  ...traversals,
  ...statements,
  ...places,
  ...exploits,
  ...lengths,
  ...resources,
  ...shapes,
]
