import { v8GivesWay } from '#model/give-way.ts'
import { cacheCompiledModules } from './run/compile-cache.ts'

/** Where the process begins: what has to stand before the first module of the program is read (run/program.ts). */

// React renders the built pages several times faster as production than as whatever the shell says.
process.env.NODE_ENV = 'production'
cacheCompiledModules(process.env)
v8GivesWay()
await import('./run/program.ts')
