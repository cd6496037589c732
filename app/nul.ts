/** U+0000 may not stand in HTML at all (HTML 13.2.2). Other control characters are part of what sources send, and are asked for. */
export const holdsNul = (text: string): boolean => text.includes('\u0000')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a page is asked for with U+0000 in its path or its parameters. */
export const asksWithNul = ({ pathname, searchParams }: URL): boolean =>
  holdsNul(decoded(pathname)) || [...searchParams].flat().some(holdsNul)
