import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import { isServerThere } from '../shell/use-live.ts'
import { ofBrowser, writeSettings } from '../../settings/cookie.ts'

/** Who reads by the browser's own zone and has travelled: the server is told, and writes the moments anew. */
export function useBrowserZone(): void {
  const { settings } = useFrame()
  const { revalidate } = useRevalidator()
  const { zone, browserZone } = settings
  useEffect(() => {
    // Its first word of a language or a zone takes a browser many milliseconds.
    if (zone !== ofBrowser) return
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (own === browserZone) return
    document.cookie = writeSettings({ ...settings, browserZone: own })
    let isLeft = false
    // Without an answer an error would take the place of a page that is whole.
    void isServerThere().then((isThere) => {
      if (isThere && !isLeft) void revalidate()
    })
    return () => {
      isLeft = true
    }
  }, [zone, browserZone, settings, revalidate])
}
