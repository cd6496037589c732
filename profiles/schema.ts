import { z } from 'zod'
import { isDeviceAddress } from '#model/sensor/device.ts'
import {
  decoyProtocols,
  profileCategories,
  profileLimits,
  type SensorProfile,
  transportsOf,
} from '#model/sensor/profile.ts'
import { portProblems } from './ports.ts'

/** A text of one line: what is written into a header or a greeting may not end it. */
const line = z
  .string()
  .max(profileLimits.line)
  .regex(/^[^\r\n\0]*$/, 'Expected one line.')
const text = z
  .string()
  .max(profileLimits.text)
  .regex(/^[^\0]*$/, 'Expected text.')
const headers = z
  .record(
    z
      .string()
      .max(100)
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'Expected the name of a header.'),
    line,
  )
  .refine((all) => Object.keys(all).length <= profileLimits.headers, 'Too many headers.')
const path = z
  .string()
  .max(profileLimits.line)
  .regex(/^[/*][\x21-\x7e]*$/, 'Expected a path that begins with / (or *).')

const response = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]{1,20}$/)
    .optional(),
  path,
  status: z.int().min(200).max(599),
  headers: headers.optional(),
  body: text.optional(),
})

const options = z.strictObject({
  banner: text.max(1024).optional(),
  version: line.optional(),
  hostname: line
    .max(63)
    .regex(/^[A-Za-z0-9.-]+$/)
    .optional(),
  server: line.optional(),
  headers: headers.optional(),
  responses: z.array(response).max(profileLimits.responses).optional(),
  realm: line
    .max(200)
    .regex(/^[^"\\]*$/)
    .optional(),
  shell: z
    .record(line.max(256), text)
    .refine((all) => Object.keys(all).length <= profileLimits.shellAnswers, 'Too many answers of a shell.')
    .optional(),
  prompt: line.max(100).optional(),
})

const portNumber = z.int().min(1).max(65_535)
const transport = z.enum(['tcp', 'udp'])
const port = z
  .strictObject({
    port: portNumber,
    transport,
    protocol: z.enum(decoyProtocols),
    tls: z.boolean().optional(),
    options: options.optional(),
  })
  .refine(({ protocol, transport }) => transportsOf(protocol).includes(transport), {
    message: 'This protocol does not speak over this transport.',
    path: ['transport'],
  })
  .refine(({ tls, transport }) => !tls || transport === 'tcp', {
    message: 'TLS is spoken over TCP.',
    path: ['tls'],
  })
  .refine(({ protocol, options }) => protocol !== 'ssh' || sshVersion.test(options?.banner ?? 'SSH-2.0-x'), {
    message: 'SSH begins with a line such as SSH-2.0-OpenSSH_8.9 (RFC 4253 §4.2).',
    path: ['options', 'banner'],
  })
const sshVersion = /^SSH-2\.0-[\x20-\x7e]+$/

const range = z
  .strictObject({ from: portNumber, to: portNumber, transport })
  .refine(({ from, to }) => from <= to, 'The first port of a range is not above its last.')

/** What a profile may say (model/sensor/profile.ts): of shipped ones and of those that a workspace makes. */
export const profileSchema: z.ZodType<SensorProfile> = z
  .strictObject({
    id: z
      .string()
      .max(64)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    name: line.min(1).max(80),
    description: line.min(1).max(400),
    author: line.min(1).max(80),
    tier: z.enum(['community', 'premium']),
    categories: z.array(z.enum(profileCategories)).min(1).max(profileCategories.length),
    operatingSystem: line.min(1).max(80),
    cves: z.array(z.string().regex(/^CVE-\d{4}-\d{4,7}$/)).max(profileLimits.cves),
    ports: z.array(port).max(profileLimits.ports),
    credentials: z
      .array(z.strictObject({ user: line.max(100), password: line.max(100) }))
      .max(profileLimits.credentials),
    catchAll: z.array(range).max(profileLimits.catchAllRanges).optional(),
    device: z
      .strictObject({
        address: z
          .string()
          .max(64)
          .refine(
            isDeviceAddress,
            'Expected one address of a private network (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fd00::/8).',
          ),
      })
      .optional(),
  })
  .superRefine((profile, context) => {
    for (const problem of portProblems(profile)) context.addIssue({ code: 'custom', ...problem })
    if (JSON.stringify(profile).length > profileLimits.bytes)
      context.addIssue({ code: 'custom', message: `A profile takes ${profileLimits.bytes} bytes at most.` })
  })
