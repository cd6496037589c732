import { useNavigation } from 'react-router'
import { Waiting } from '../../ui/progress.tsx'

/** At the top of the window while the next page is on its way. */
export function PendingBar() {
  const { state, location } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="fixed inset-x-0 top-0 z-30">
      <Waiting key={location?.key} label="Loading the page" />
    </div>
  )
}
