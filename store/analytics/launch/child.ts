import { DataType, load, open } from 'ffi-rs'

/**
 * The engine's own process. It is started by launch.ts with the path of the library and the engine's command line,
 * and blocks in one native call for as long as the engine serves. That call ends when standard input closes:
 * on a wish to stop, and by itself when the parent dies, however it dies.
 */
const [library, ...rest] = process.argv.slice(2)
if (library === undefined) throw new Error('Usage: child.ts LIBRARY ARGUMENT…')
const argv = ['clickhouse', ...rest]

open({ library: 'engine', path: library })
open({ library: 'libc', path: process.platform === 'darwin' ? 'libSystem.dylib' : 'libc.so.6' })
load({
  library: 'engine',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
})
// `_exit`, because the library's static destructors take seconds and sometimes crash after the data is already safe.
load({
  library: 'libc',
  funcName: '_exit',
  retType: DataType.Void,
  paramsType: [DataType.I32],
  paramsValue: [0],
})
