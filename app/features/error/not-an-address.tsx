import { Link } from 'react-router'
import { SearchField } from '../search/search-field.tsx'

/** What was asked for as an address and is none; null on other pages, and where it is nothing that anybody types. */
function askedAt(path: string): string | null {
  const segment = /^\/ip\/([^/]+)$/.exec(path)?.[1]
  if (segment === undefined) return null
  try {
    const text = decodeURIComponent(segment)
    return text.length > 256 || /\p{C}/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** Logs that pad numbers write 198.18.064.022; some read that as octal, so it is asked. Every page carries this: it reads no address itself. */
function meantBy(text: string): string | null {
  const parts = text.trim().split('.').map(Number)
  const isQuad = /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text.trim()) && parts.every((part) => part < 256)
  return isQuad ? parts.join('.') : null
}

/** The search of an error page, with what was taken for an address in it, and the address that it nearly is. */
export function SearchAgain({ path }: { path: string }) {
  const asked = askedAt(path)
  const meant = asked === null ? null : meantBy(asked)
  return (
    <>
      {meant !== null && (
        <p>
          Did you mean{' '}
          <Link to={`/ip/${meant}`} className="font-mono">
            {meant}
          </Link>
          ?
        </p>
      )}
      <SearchField id="error-search" label="Search from here" value={asked ?? ''} />
    </>
  )
}
