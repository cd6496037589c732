import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

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

/** Whether the server has a newer build than this page; the next navigation then loads the document anew. */
export function useBuild(): boolean {
  const [isOld, setOld] = useState(false)
  const { location } = useNavigation()
  useEffect(() => {
    if (isOld) return
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      const newest = await newestBuild()
      if (newest !== null && newest !== window.__reactRouterManifest?.version) setOld(true)
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
    if (isOld && location) window.location.assign(location.pathname + location.search + location.hash)
  }, [isOld, location])
  useEffect(() => {
    // Vite's event: a part of a build that is gone could not be loaded.
    const onFailed = (event: Event) => {
      if (reloadOnce()) event.preventDefault()
    }
    window.addEventListener('vite:preloadError', onFailed)
    return () => window.removeEventListener('vite:preloadError', onFailed)
  }, [])
  return isOld
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
