import type { Classification } from './tag.ts'

/**
 * The orders in which addresses that match can be had: by address; the last seen first; those with most sessions first; the
 * worst first, and of one verdict the last seen. Whatever the order, what is equal in it is in the order of addresses.
 */
export const ipOrders = ['ip', 'last_seen', 'sessions', 'severity'] as const
export type IpOrder = (typeof ipOrders)[number]

/**
 * Addresses that a file can hold in another order than by address: it is made in slices, and each of them reads all rows of the
 * copy, which lies by address.
 */
export const maxOrderedExport = 50_000

export const isIpOrder = (text: unknown): text is IpOrder => ipOrders.some((order) => order === text)

/** The higher, the worse. */
const severities: Readonly<Record<Classification, number>> = {
  malicious: 3,
  suspicious: 2,
  unknown: 1,
  benign: 0,
}

export const severityOf = (verdict: Classification): number => severities[verdict]

/** Seconds since 1970 fit below a severity. */
export const severityStep = 2 ** 32

interface Ordered {
  classification: Classification
  last_seen: string
  sensor_hits: number
}

/** What a document is ordered by, the highest first; 0 for all where they are in the order of addresses. */
export function orderKeyOf(document: Ordered, order: IpOrder): number {
  const seen = Math.floor(Date.parse(document.last_seen) / 1000)
  switch (order) {
    case 'ip':
      return 0
    case 'last_seen':
      return seen
    case 'sessions':
      return document.sensor_hits
    case 'severity':
      return severityOf(document.classification) * severityStep + seen
  }
}

/** Where a page ends and the next begins: an address, and what it is ordered by. */
export interface OrderPlace {
  ip: string
  key: number
}
