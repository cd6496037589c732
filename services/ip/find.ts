import type { IpDocument } from '#model/ip-record.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import type { Ctx } from '../context.ts'

/** The documents of those addresses that have one, by canonical address. Unknown addresses are simply absent. */
export async function findDocuments(
  { analytics }: Ctx,
  ips: readonly string[],
): Promise<Map<string, IpDocument>> {
  const documents = await getDocuments(analytics, ips)
  return new Map(documents.map((document) => [document.ip, document]))
}
