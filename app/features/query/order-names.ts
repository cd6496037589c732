import type { IpOrder } from '#model/ip-order.ts'

/** Orders of addresses as people call them. */
export const orderNames: Readonly<Record<IpOrder, string>> = {
  last_seen: 'Newest',
  sessions: 'Most sessions',
  severity: 'Worst first',
  ip: 'IP address',
}
