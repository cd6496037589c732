import { useFrame } from './page-frame.tsx'
import { counted } from './ui/numbers.ts'

/** "last 90 days": how far the searches of whoever asks reach back. */
export function useReach(): string {
  const days = useFrame().plan.historicDays
  return days === 1 ? 'last day' : `last ${days} days`
}

/** Of what is counted by the day, which begins at midnight UTC. */
export const inUtcDays = (days: number): string => `last ${counted(days, 'UTC day')}, today included`

/** "last 90 UTC days, today included": how far back what is counted by the day goes for whoever asks. */
export const useReachInUtcDays = (): string => inUtcDays(useFrame().plan.historicDays)
