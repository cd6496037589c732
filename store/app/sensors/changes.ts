import { openNotifications } from '../notifications.ts'

/** Who waits for a change of a sensor. */
export interface SensorChanges {
  /** Resolves when this sensor may have been changed, by whichever process, and when the signal ends. It may resolve for nothing. */
  next(sensor: string, signal: AbortSignal): Promise<void>
  /** This process changed one. */
  changed(sensor: string): void
  /** Whoever waits waits no more. */
  close(): Promise<void>
}

/** Of a SQLite file, which is one process's own. */
export function ownSensorChanges(): SensorChanges {
  const waiting = openWaiting()
  return {
    next: waiting.next,
    changed: waiting.wake,
    async close() {
      waiting.wakeAll()
    },
  }
}

/** Of a PostgreSQL, whose triggers notify everybody who listens (migrations/020-sensors.ts). */
export function sharedSensorChanges(url: string): SensorChanges {
  const waiting = openWaiting()
  const line = openNotifications(url, 'noisefloor_sensors', (sensor) =>
    sensor === null ? waiting.wakeAll() : waiting.wake(sensor),
  )
  return {
    next: waiting.next,
    changed: waiting.wake,
    async close() {
      waiting.wakeAll()
      await line.close()
    },
  }
}

function openWaiting() {
  const waiting = new Map<string, Set<() => void>>()
  function wake(sensor: string): void {
    const told = waiting.get(sensor)
    waiting.delete(sensor)
    for (const tell of told ?? []) tell()
  }
  return {
    wake,
    wakeAll: () => [...waiting.keys()].forEach(wake),
    next(sensor: string, signal: AbortSignal): Promise<void> {
      if (signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const tell = (): void => {
          signal.removeEventListener('abort', tell)
          const others = waiting.get(sensor)
          others?.delete(tell)
          if (others?.size === 0) waiting.delete(sensor)
          resolve()
        }
        signal.addEventListener('abort', tell, { once: true })
        const others = waiting.get(sensor) ?? new Set()
        waiting.set(sensor, others.add(tell))
      })
    },
  }
}
