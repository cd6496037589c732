import { writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DataType, load, open } from 'ffi-rs'
import { giveWay } from '#model/give-way.ts'
import { enterSandbox } from './sandbox.ts'

/**
 * The engine's own process. It is started by launch.ts and blocks in one native call for as long as the engine
 * serves. That call ends when standard input closes: on a wish to stop, and by itself when the parent dies,
 * however it dies. Usage: child.ts LIBRARY FOLDER PORT,… ARGUMENT…
 */
const [library, folder, ports, ...rest] = process.argv.slice(2)
if (library === undefined || folder === undefined || ports === undefined)
  throw new Error('Too few arguments.')
const argv = ['clickhouse', ...rest]

open({ library: 'engine', path: library })
open({ library: 'libc', path: process.platform === 'darwin' ? 'libSystem.dylib' : 'libc.so.6' })
// Its threads inherit it. The sandbox would not let it.
giveWay('engine')
const covered = enterSandbox({
  own: folder,
  // Public files of the system: shared libraries, name look-ups, memory and processor accounting.
  readable: [
    dirname(library),
    '/lib',
    '/lib64',
    '/usr/lib',
    '/etc/ld.so.cache',
    '/etc/hosts',
    '/etc/host.conf',
    '/etc/nsswitch.conf',
    '/etc/resolv.conf',
    '/etc/gai.conf',
    // Not all of /proc: a privileged engine could read the environment of its parent there.
    '/proc/self',
    '/proc/cpuinfo',
    '/proc/diskstats',
    '/proc/filesystems',
    '/proc/loadavg',
    '/proc/meminfo',
    '/proc/stat',
    '/proc/sys',
    '/proc/uptime',
    '/proc/version',
    '/proc/vmstat',
    '/sys/fs/cgroup',
    '/sys/devices/system/cpu',
    '/sys/devices/system/node',
    '/dev/urandom',
    '/dev/random',
  ],
  tcpPorts: ports.split(',').map(Number),
})
writeSync(2, `sandbox: ${covered}\n`)
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
