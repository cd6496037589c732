import { Worker } from 'node:worker_threads'

const memoryMb = 256
/** Milliseconds after which a thread that has nothing to do is ended: until then whoever asks next need not wait for one to start. */
const idleMs = 15_000

/** The thread that was used last, while it has nothing to do. */
let idle: { worker: Worker; retire: NodeJS.Timeout } | null = null

/** By name: Node has listeners of its own on a worker, without which no message comes any more. */
const unheard = (worker: Worker): void => {
  for (const name of ['message', 'error', 'exit'] as const) worker.removeAllListeners(name)
}

/** A thread of gather.worker.ts that does nothing else. */
export function takeThread(): Worker {
  if (idle) {
    const { worker, retire } = idle
    idle = null
    clearTimeout(retire)
    unheard(worker)
    worker.ref()
    return worker
  }
  return new Worker(new URL('./gather.worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
}

/** Keeps a thread that did its work for whoever asks next; one is enough, since few ask at once. */
export async function leaveThread(worker: Worker): Promise<void> {
  unheard(worker)
  if (idle) return void (await worker.terminate())
  // It must not keep a process from ending.
  worker.unref()
  const forget = (): void => {
    if (idle?.worker === worker) idle = null
  }
  worker.on('error', forget).on('exit', forget)
  const retire = setTimeout(() => {
    forget()
    void worker.terminate()
  }, idleMs)
  idle = { worker, retire: retire.unref() }
}
