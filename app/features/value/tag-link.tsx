import { Link } from 'react-router'
import type { Intention } from '#model/tag.ts'
import { ClassIcon } from '../../ui/class-icon.tsx'

/** A tag's name with the shape of its intention, leading to its page. Names are our own words. */
export function TagLink({ tag }: { tag: { slug: string; name: string; intention: Intention } }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <ClassIcon of={tag.intention === 'unknown' ? 'other' : tag.intention} named />
      <Link to={`/tags/${tag.slug}`}>{tag.name}</Link>
    </span>
  )
}
