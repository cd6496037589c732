import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '#model/give-way.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import { rehearse } from './rehearse.ts'

/** The thread of one rehearsal (in-thread.ts); what fails here is told as its error. */

if (!parentPort) throw new Error('This file is a thread of the server.')
giveWay()
const rehearsed = await rehearse(workerData as SensorProfile)
// A thread is ended from outside, and would leave nothing in the cache of modules.
flushCompileCache()
parentPort.postMessage(rehearsed, [])
