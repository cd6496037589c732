import type { Emulation } from '../emulation.ts'
import { httpMachine } from './machine.ts'

export const http: Emulation = { stream: httpMachine() }
export const https: Emulation = { stream: httpMachine(), isSecure: true }
