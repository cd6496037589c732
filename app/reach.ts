import { useFrame } from './page-frame.tsx'

/** "last 90 days": how far the searches of whoever asks reach back. */
export function useReach(): string {
  const days = useFrame().plan.historicDays
  return days === 1 ? 'last day' : `last ${days} days`
}
