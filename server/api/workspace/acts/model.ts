import { effectiveOffering, type Offering } from '#model/account/offering.ts'
import type { KeyScope } from '#model/account/key-scope.ts'

/** What people, workspaces and keys are after each act, as it should be: in memory, without anything of the product's but its words. */

export interface Person {
  id: string
  name: string
  email: string
  /** What opens the account now. */
  cookie: string
  /** Whether the account was deleted. */
  isGone: boolean
  /** The workspaces they are in, those joined first before the others. */
  joined: Place[]
  /** The workspace that was chosen last. */
  chosen: string
  offering: Offering
  /** The last day of it; null: without end. */
  expires: string | null
}

/** A workspace. */
export interface Place {
  id: string
  name: string
  owner: Person | null
  /** Those that work. */
  keys: Key[]
  /** When it is deleted; null: it stays. */
  removal: number | null
}

/** `name`: of the key that members share "workspace", also of those before it. */
export interface Key {
  id: string
  secret: string
  name: string
  scopes: readonly KeyScope[]
  expires: number | null
  maker: Person
}
export const sharedName = 'workspace'

export interface Invitation {
  token: string
  email: string
  place: Place
  inviter: Person
  expires: number
  state: 'open' | 'accepted' | 'gone'
}

export interface World {
  people: Person[]
  places: Place[]
  invitations: Invitation[]
  /** Keys that opened something once. */
  endedKeys: string[]
  /** How many workspaces were named: each name is another, and no part of another. */
  names: number
}

/** Where somebody acts; undefined for who is in no workspace, which is also who has no account any more. */
export const activePlace = ({ joined, chosen }: Person): Place | undefined =>
  joined.find(({ id }) => id === chosen) ?? joined[0]

export const membersOf = ({ people }: World, place: Place): Person[] =>
  people.filter(({ joined }) => joined.includes(place))

export const offeringOf = ({ offering, expires }: Person, now: number): Offering =>
  effectiveOffering({ offering, expires, trial: null }, now)

/** In these worlds a community plan has no API. */
export const hasApi = (person: Person, now: number): boolean => offeringOf(person, now) !== 'community'

export const sharedKey = ({ keys }: Place): Key | undefined =>
  keys.find(({ name, expires }) => name === sharedName && expires === null)

export const namedKeys = ({ keys }: Place): Key[] => keys.filter(({ name }) => name !== sharedName)

export const openInvitations = ({ invitations }: World, place: Place): Invitation[] =>
  invitations.filter((one) => one.place === place && one.state === 'open')

export const nextName = (world: World): string => `Workspace ${(world.names += 1)}.`

export function endKeys(world: World, place: Place, ends: (key: Key) => boolean = () => true): void {
  world.endedKeys.push(...place.keys.filter(ends).map(({ secret }) => secret))
  place.keys = place.keys.filter((key) => !ends(key))
}

/** With them goes what lets others in: their keys, but for the one that all share, and their invitations. */
export function leave(world: World, person: Person, place: Place): void {
  person.joined = person.joined.filter((one) => one !== place)
  endKeys(world, place, ({ name, maker }) => name !== sharedName && maker === person)
  for (const one of openInvitations(world, place)) if (one.inviter === person) one.state = 'gone'
}

/** Whether they are in another workspace that does not wait to be deleted. */
export const staysElsewhere = (person: Person, place: Place | undefined): boolean =>
  person.joined.some((one) => one !== place && one.removal === null)

/** What a day does that passes: everything ends that had an end. */
export function untilNow(world: World, now: number): void {
  for (const one of world.invitations) if (one.state === 'open' && one.expires < now) one.state = 'gone'
  for (const place of world.places) {
    endKeys(world, place, ({ expires }) => expires !== null && expires <= now)
    if (place.removal === null || place.removal > now) continue
    for (const person of membersOf(world, place)) leave(world, person, place)
    endKeys(world, place)
    // Also those that were accepted: their links lead nowhere any more.
    for (const one of world.invitations) if (one.place === place) one.state = 'gone'
    Object.assign(place, { owner: null, removal: null })
  }
}
