/** The first bytes of a program for 32-bit ARM, little-endian: worms read them to learn what to fetch. */
const elfHeader = Buffer.from(
  '7f454c460101010000000000000000000200280001000000' +
    '5481000034000000000000000200000534002000020028000300' +
    '0200',
  'hex',
).toString('latin1')

/** Files that are there to be read. `{{host}}` is filled in. */
export const usualFiles: Readonly<Record<string, string>> = {
  '/bin/echo': elfHeader,
  '/bin/busybox': elfHeader,
  '/bin/ls': elfHeader,
  '/bin/sh': elfHeader,
  '/etc/hostname': '{{host}}\n',
  '/etc/passwd': [
    'root:x:0:0:root:/root:/bin/sh',
    'daemon:x:1:1:daemon:/usr/sbin:/bin/false',
    'nobody:x:65534:65534:nobody:/:/bin/false',
    '',
  ].join('\n'),
  '/etc/issue': 'Linux\n',
  '/proc/cpuinfo': [
    'processor\t: 0',
    'model name\t: ARMv7 Processor rev 5 (v7l)',
    'BogoMIPS\t: 38.40',
    'Features\t: half thumb fastmult vfp edsp neon vfpv3 tls vfpv4 idiva idivt vfpd32 lpae',
    'CPU architecture: 7',
    'Hardware\t: Generic DT based system',
    '',
  ].join('\n'),
  '/proc/mounts': [
    'rootfs / rootfs rw 0 0',
    'proc /proc proc rw,nosuid,nodev,noexec 0 0',
    'tmpfs /tmp tmpfs rw,nosuid,nodev 0 0',
    'tmpfs /dev tmpfs rw 0 0',
    '',
  ].join('\n'),
  '/proc/meminfo': 'MemTotal:         252412 kB\nMemFree:           91844 kB\nCached:            61020 kB\n',
  '/proc/uptime': '883241.08 1742991.54\n',
  '/proc/version': 'Linux version 4.9.37 (build@host) (gcc version 6.3.0) #1 SMP PREEMPT\n',
  '/proc/self/exe': elfHeader,
}
