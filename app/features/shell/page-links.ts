import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Where the pages of addresses, queries, CVEs and tags lie, whose links stand hundreds of times on a page; the same page shown otherwise. */
const pages = /^(?:\?|\/(?:ip|query|cves|tags)\/)/

/** The page that a plain click on a link leads to; null where the browser does as it is told. */
export function pageOf(event: MouseEvent): string | null {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey, target } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = target instanceof Element ? target.closest('main a[href]') : null
  const href = link?.getAttribute('href') ?? ''
  return link?.hasAttribute('download') || link?.hasAttribute('target') || !pages.test(href) ? null : href
}

/** One listener follows the plain links of a page without loading it anew, where a component for each would cost the server most. */
export function usePageLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const href = pageOf(event)
      if (href === null) return
      event.preventDefault()
      void navigate(href, { preventScrollReset: href.startsWith('?') })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
}
