import { closeSync, openSync, statSync } from 'node:fs'
import { DataType, load, open } from 'ffi-rs'

/**
 * A Landlock domain (Linux 5.19 and later) around the calling thread and all it starts: the engine reads and writes
 * its own folder, reads what the C library and its memory accounting need, and may start no program. From 6.7 on it
 * binds and connects to the given TCP ports only. Needed because grants do not cover everything: the engine's
 * scalar function `file()` reads any path for every user when it runs outside a full server.
 *
 * Numbers are those of linux/landlock.h; they are the same on x64 and arm64.
 */
export interface Sandbox {
  /** Everything below may be read and written. */
  own: string
  /** May be read; missing ones are left out. */
  readable: readonly string[]
  tcpPorts: readonly number[]
}

const syscalls = { create: 444, addRule: 445, restrict: 446 }
const fileRights = { execute: 1, write: 1 << 1, read: 1 << 2, truncate: 1 << 14, ioctl: 1 << 15 }
const readDirectory = 1 << 3
const netRights = 0b11
const noNewPrivileges = 38
const pathOnly = 0x20_00_00

/**
 * Enters the sandbox; there is no way out.
 * @returns what it covers: "files and network", "files", or "nothing" where the kernel has no (sufficient) Landlock
 */
export function enterSandbox({
  own,
  readable,
  tcpPorts,
}: Sandbox): 'files and network' | 'files' | 'nothing' {
  if (process.platform !== 'linux') return 'nothing'
  open({ library: 'libc', path: 'libc.so.6' })
  const version = call(syscalls.create, Buffer.alloc(8), 0, 1)
  // Before version 2 no file could move between folders, and the engine moves finished parts.
  if (version < 2) return 'nothing'
  const all = (1 << (version >= 5 ? 16 : version >= 3 ? 15 : 14)) - 1
  const network = version >= 4
  const attributes = Buffer.alloc(network ? 16 : 8)
  attributes.writeBigUInt64LE(BigInt(all), 0)
  if (network) attributes.writeBigUInt64LE(BigInt(netRights), 8)
  const rules = call(syscalls.create, attributes, attributes.length, 0)
  if (rules < 0) return 'nothing'
  allowPath(rules, own, all & ~fileRights.execute)
  for (const path of readable) allowPath(rules, path, fileRights.read | readDirectory)
  allowPath(rules, '/dev/null', fileRights.read | fileRights.write)
  if (network) for (const port of tcpPorts) allowPort(rules, port)
  if (libc('prctl', noNewPrivileges, 1, 0, 0, 0) !== 0 || call3(syscalls.restrict, rules, 0) !== 0) {
    throw new Error('The kernel offers Landlock but refused to apply it.')
  }
  closeSync(rules)
  return network ? 'files and network' : 'files'
}

function allowPath(rules: number, path: string, rights: number): void {
  let descriptor: number
  try {
    descriptor = openSync(path, pathOnly)
  } catch {
    return
  }
  const anyFile =
    fileRights.execute | fileRights.write | fileRights.read | fileRights.truncate | fileRights.ioctl
  const rule = Buffer.alloc(12)
  rule.writeBigUInt64LE(BigInt(statSync(path).isDirectory() ? rights : rights & anyFile), 0)
  rule.writeInt32LE(descriptor, 8)
  // Left open: a rule belongs to the inode, and the kernel makes new ones for /proc/self once nobody holds the old.
  addRule(rules, 1, rule, path)
}

function allowPort(rules: number, port: number): void {
  const rule = Buffer.alloc(16)
  rule.writeBigUInt64LE(BigInt(netRights), 0)
  rule.writeBigUInt64LE(BigInt(port), 8)
  addRule(rules, 2, rule, `port ${port}`)
}

function addRule(rules: number, type: number, rule: Buffer, what: string): void {
  const result = load({
    library: 'libc',
    funcName: 'syscall',
    retType: DataType.I64,
    paramsType: [DataType.I64, DataType.I64, DataType.I64, DataType.U8Array, DataType.I64],
    paramsValue: [syscalls.addRule, rules, type, rule, 0],
  })
  if (Number(result) !== 0) throw new Error(`Landlock took no rule for ${what}.`)
}

/** landlock_create_ruleset(attributes, size, flags) */
const call = (number: number, attributes: Buffer, size: number, flags: number): number =>
  Number(
    load({
      library: 'libc',
      funcName: 'syscall',
      retType: DataType.I64,
      paramsType: [DataType.I64, size === 0 ? DataType.I64 : DataType.U8Array, DataType.I64, DataType.I64],
      paramsValue: [number, size === 0 ? 0 : attributes, size, flags],
    }),
  )

const call3 = (...values: number[]): number => libc('syscall', ...values)

const libc = (funcName: string, ...values: number[]): number =>
  Number(
    load({
      library: 'libc',
      funcName,
      retType: DataType.I64,
      paramsType: values.map(() => DataType.I64),
      paramsValue: values,
    }),
  )
