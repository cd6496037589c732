import type { SavedQuery } from '#model/account/saved-query.ts'
import { send, type Sent } from '../account/send.ts'
import { forgetQueries, maxInBrowser, renameQuery, savedQueries, saveQuery } from './saved-queries.ts'

/** A query where it is kept. */
export interface KeptQuery extends SavedQuery {
  id: string
  /** When the account took it, ISO 8601; a browser keeps an order alone. */
  saved_at?: string
}

/** Where saved queries are kept. Each throws an Error whose message tells people why nothing was changed. */
export interface QueryPlace {
  /** As people call it. */
  name: string
  /** Newest first. */
  list(): Promise<KeptQuery[]>
  save(query: SavedQuery): Promise<KeptQuery>
  /** Puts one that was removed where it stood, from 0. */
  restore(query: KeptQuery, place: number): Promise<void>
  rename(query: KeptQuery, name: string): Promise<void>
  remove(query: KeptQuery): Promise<void>
}

const orNotKept = (isKept: boolean): void => {
  if (!isKept) throw new Error('This browser keeps nothing: its storage is full, or pages may not use it.')
}

/** Of visitors, and of what an account did not take over. */
export const inBrowser: QueryPlace = {
  name: 'this browser',
  list: async () => savedQueries().map((query) => ({ ...query, id: query.gnql })),
  async save(query) {
    if (query.gnql.length > maxInBrowser)
      throw new Error(`This query is too long: a browser keeps up to ${maxInBrowser} characters of one.`)
    orNotKept(saveQuery(query))
    return { ...query, id: query.gnql }
  },
  restore: async (query, place) => orNotKept(saveQuery(query, place)),
  rename: async ({ gnql }, name) => orNotKept(renameQuery(gnql, name)),
  remove: async ({ gnql }) => orNotKept(forgetQueries(gnql)),
}

const path = '/api/user/queries'

const orRefused = <T>({ data, message }: Sent<T>): T => {
  if (data === null) throw new Error(message)
  return data
}

/** Of who is signed in: the same in all their browsers. */
export const inAccount: QueryPlace = {
  name: 'your account',
  list: async () => orRefused(await send<{ queries: KeptQuery[] }>(path, 'GET')).queries,
  async save({ name, gnql, view }) {
    const kept = orRefused(await send<KeptQuery>(path, 'POST', { name, gnql, view }))
    // It may be one that the account did not take over before.
    forgetQueries(gnql)
    return kept
  },
  restore: async ({ name, gnql, view, saved_at }) =>
    void orRefused(await send(path, 'POST', { name, gnql, view, saved_at })),
  rename: async ({ id }, name) => void orRefused(await send(`${path}/${id}`, 'PUT', { name })),
  async remove({ id }) {
    const answer = await send(`${path}/${id}`, 'DELETE')
    // Another browser was faster: it is gone all the same.
    if (answer.status !== 404) orRefused(answer)
  },
}
