import type { MetaDescriptor } from 'react-router'

/** Characters of a description that other programs still show. */
const maxDescription = 300

/**
 * The whole title of a page, and what it says in a sentence: for the browser, for search engines, and for whoever shows a link to it.
 * Texts of the network come here through `visible`.
 */
export function pageTexts(title: string, description: string): MetaDescriptor[] {
  const said = description.slice(0, maxDescription).toWellFormed()
  return [
    { title },
    { name: 'description', content: said },
    { property: 'og:title', content: title },
    { property: 'og:description', content: said },
  ]
}
