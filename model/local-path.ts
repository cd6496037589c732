/** A path on this server, or "/": a link must not be able to send a visitor elsewhere after a redirect. */
export function localPath(text: string): string {
  const here = 'http://here.invalid'
  if (!text.startsWith('/') || text.length > 4096) return '/'
  try {
    const url = new URL(text, here)
    // "/\host" and "//host" are other hosts to a browser; so is what folds into a path that starts with two slashes.
    return url.origin === here && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
