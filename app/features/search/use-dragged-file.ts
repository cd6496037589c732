import { useEffect } from 'react'

/** Tells when a file is dragged over the page, where nothing on it takes one itself. */
export function useDraggedFile(isTaken: boolean, tell: () => void): void {
  useEffect(() => {
    if (!isTaken) return
    const onEnter = ({ dataTransfer }: DragEvent): void => {
      if (dataTransfer?.types.includes('Files') && !document.querySelector('[data-drop-zone]')) tell()
    }
    document.addEventListener('dragenter', onEnter)
    return () => document.removeEventListener('dragenter', onEnter)
  }, [isTaken, tell])
}
