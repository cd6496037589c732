import type { IpDocument } from '#model/ip-record.ts'
import type { Verdict } from '#model/views.ts'
import { judge } from '#pipeline/verdict/judge.ts'
import type { Ctx } from '../context.ts'

/** The "Why?" of a document: its tags with their dates, judged by the published method. */
export function verdictOf({ tags }: Pick<Ctx, 'tags'>, document: IpDocument): Verdict {
  return judge(
    document.tags.flatMap((slug, at) => {
      const tag = tags.get(slug)
      if (!tag) return []
      const { name, category, intention } = tag
      return [
        {
          slug,
          name,
          category,
          intention,
          firstSeen: document.tag_first[at] ?? '',
          lastSeen: document.tag_last[at] ?? '',
          sessions: document.tag_sessions[at] ?? 0,
        },
      ]
    }),
  )
}
