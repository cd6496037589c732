import { useEffect, useState } from 'react'
import { type Location, useNavigation } from 'react-router'
import { isWriting } from '../../typed-early.ts'

/** Milliseconds between two looks whether the server has a newer build (readings: every ten minutes, and when the window is seen). */
const lookEveryMs = 10 * 60 * 1000
/** A part that cannot be loaded reloads the page, at most once in so many milliseconds (specification §9). */
const reloadGuardMs = 10_000
const reloadedAt = 'noisefloor-reloaded-at'

declare global {
  interface Window {
    /** React Router's own, in every page it rendered. */
    __reactRouterManifest?: { version: string }
  }
}

async function newestBuild(): Promise<string | null> {
  const answer = await fetch(`/builds/latest.json?t=${Date.now()}`).catch(() => null)
  if (!answer?.ok) return null
  const said: unknown = await answer.json().catch(() => null)
  return typeof said === 'object' && said !== null && 'id' in said ? String(said.id) : null
}

const loadDocument = ({ pathname, search, hash }: Location): void =>
  window.location.assign(pathname + search + hash)

/** How this page stands to the server's build: the same, an older one, or a part of it could not be loaded. */
type Build = 'whole' | 'old' | 'cut'

/** Of a page that is not whole the next navigation loads the document anew. */
export function useBuild(): Build {
  const [build, setBuild] = useState<Build>('whole')
  const isOld = build === 'old'
  const { location } = useNavigation()
  useEffect(() => {
    if (isOld) return
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      const newest = await newestBuild()
      if (newest !== null && newest !== window.__reactRouterManifest?.version) setBuild('old')
    }
    const timer = setInterval(() => void look(), lookEveryMs)
    const onSeen = () => void look()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [isOld])
  useEffect(() => {
    if (build !== 'whole' && location) loadDocument(location)
  }, [build, location])
  useEffect(() => {
    // Vite's event: a part of a build that is gone could not be loaded.
    const onFailed = (event: Event) => {
      // A document would not come either: this page stays.
      if (!navigator.onLine) return
      if (location) loadDocument(location)
      // Whoever asked for the part hears that it failed.
      else if (isWriting()) return setBuild((last) => (last === 'old' ? last : 'cut'))
      else if (!reloadOnce()) return
      event.preventDefault()
    }
    window.addEventListener('vite:preloadError', onFailed)
    return () => window.removeEventListener('vite:preloadError', onFailed)
  }, [location])
  return build
}

function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadGuardMs) return false
    sessionStorage.setItem(reloadedAt, String(Date.now()))
  } catch {
    // Without storage nobody knows whether it was tried already.
    return false
  }
  window.location.reload()
  return true
}
