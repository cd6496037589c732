import { type AsyncCommand, nat, record, type Arbitrary } from 'fast-check'
import { expect } from 'vitest'
import { look, lookAtEnded, lookAtKeys, lookAtPages } from './look.ts'
import { activePlace, type Person, type Place, type World } from './model.ts'
import type { Server } from './server.ts'

/** Who does something, to whom and where; `nth` chooses among what there are several of. */
export interface Drawn {
  world: World
  server: Server
  person: Person
  other: Person
  /** Where `person` acts; undefined for who is in no workspace. */
  place: Place | undefined
  /** Any workspace of the world. */
  elsewhere: Place
  nth: number
}

/** Does it, and what it means in the model. @returns the status that came, and the one that was to come */
export type Act = (drawn: Drawn) => Promise<[came: number, expected: number]>

/** Who would not be refused; drawn blindly, what takes several acts before it would hardly ever be done. */
export type Able = (world: World) => Person[]

/** An act, after which those in it see what the model says. Two of three times somebody does it who is able to, if there is one. */
export const drawnAct = (
  name: string,
  act: Act,
  able: Able = () => [],
): Arbitrary<AsyncCommand<World, Server>> =>
  record({ who: nat(3), whom: nat(3), nth: nat(5) }).map((drawn) => ({
    check: () => true,
    toString: () => `${name} ${JSON.stringify(drawn)}`,
    async run(world, server) {
      const { who, whom, nth } = drawn
      const others = nth > 1 ? able(world) : []
      const [person, other] = [others[who % others.length] ?? world.people[who]!, world.people[whom]!]
      const elsewhere = world.places[nth % world.places.length]!
      const place = activePlace(person)
      const ended = world.endedKeys.length
      const [came, expected] = await act({ world, server, person, other, place, elsewhere, nth })
      expect([name, drawn, came]).toEqual([name, drawn, expected])
      await look(world, server, person)
      if (other !== person) await look(world, server, other)
      // Also of those that were used just before.
      await lookAtKeys(server, place ?? elsewhere)
      await lookAtEnded(server, world.endedKeys.slice(ended))
      // What a page could keep from before.
      if (came === 200) await lookAtPages(world, server, nth % 2 === 0 ? person : other)
    },
  }))
