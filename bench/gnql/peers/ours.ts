import type { Analytics } from '#store/analytics/open.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import { summarize } from '#store/analytics/ips/summarize.ts'
import { meaningOf } from './meaning.ts'
import { facetSize, type Peer, pageSize } from './peer.ts'
import { facetColumns } from './searched.ts'

/** Our own engine as a peer, without the words and hints of the whole page: for comparing answers. */
export function openStore(analytics: Analytics, now: number): Peer {
  return {
    name: 'Noisefloor',
    loaded: 'filled',
    async page(query) {
      const predicate = meaningOf(query, now)
      const [{ total, histogram, facets }, documents] = await Promise.all([
        summarize(analytics, predicate, { columns: facetColumns, top: facetSize }),
        pageDocuments(analytics, predicate, { size: pageSize }),
      ])
      const days = histogram.flatMap(({ day, counts }) =>
        Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([classification, count]) => ({ day, classification, count })),
      )
      return {
        total,
        addresses: documents.map(({ ip }) => ip),
        histogram: days.toSorted((a, b) =>
          `${a.day} ${a.classification}` < `${b.day} ${b.classification}` ? -1 : 1,
        ),
        facets,
      }
    },
    close: async () => undefined,
  }
}
