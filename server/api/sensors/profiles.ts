import { createRoute, z } from '@hono/zod-openapi'
import { profileCategories } from '#model/sensor/profile.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { checkProfile } from '#services/sensors/check-profile.ts'
import {
  changeProfile,
  createProfile,
  getProfile,
  listProfiles,
  removeProfile,
} from '#services/sensors/profiles.ts'
import { transporterImage } from '#services/sensors/transporter/image.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/profile.ts'
import { line } from '../wire/text.ts'
import { given } from '../wire/sensor.ts'

const security = [{ key: [] }]
const base = '/api/workspace/profiles'
const params = z.object({ id: line(64) })

const list = createRoute({
  method: 'get',
  middleware: holding(listProfiles),
  path: base,
  summary: 'What sensors can pretend to be: profiles of the workspace and those that are shipped',
  security,
  request: {
    query: z.object({
      search: z.string().max(200).default(''),
      category: z.enum(profileCategories).optional(),
    }),
  },
  responses: {
    ...answers('Own ones first, each by name', z.object({ profiles: z.array(wire.profile) })),
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})
const make = createRoute({
  method: 'post',
  middleware: holding(createProfile),
  path: base,
  summary: 'Make a profile of the workspace’s own',
  security,
  request: takes(wire.newProfile),
  responses: {
    ...answers('Made', wire.profileDetail),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict'),
  },
})
const check = createRoute({
  method: 'post',
  middleware: holding(checkProfile),
  path: `${base}/check`,
  summary: 'What a scanner would see of a profile, and what is wrong with it; nothing is kept',
  security,
  request: takes(wire.draftProfile),
  responses: {
    ...answers('What a scanner would see, or why it would not be taken', wire.check),
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})
const image = createRoute({
  method: 'get',
  middleware: holding(transporterImage),
  path: `${base}/image`,
  summary:
    'The image that makes a machine beside a device its transporter: a tar.gz with its SHA-256 in X-SHA256',
  security,
  request: {
    query: z.object({
      profile: line(64)
        .optional()
        .openapi({ description: 'Id of a profile of the type hardware; may be left out where there is one' }),
    }),
  },
  responses: {
    200: {
      description: 'Files for cloud-init and by hand, a secret among them',
      content: { 'application/gzip': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const get = createRoute({
  method: 'get',
  middleware: holding(getProfile),
  path: `${base}/{id}`,
  summary: 'A profile with its versions and the sensors that use it',
  security,
  request: { params },
  responses: {
    ...answers('The profile', wire.profileDetail),
    ...refusals('unauthorized', 'forbidden', 'not-found'),
  },
})
const put = createRoute({
  method: 'put',
  middleware: holding(changeProfile),
  path: `${base}/{id}`,
  summary: 'A new version of an own profile; its sensors get it at once',
  security,
  request: { params, ...takes(wire.newProfile) },
  responses: {
    ...answers('The profile', wire.profileDetail),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const remove = createRoute({
  method: 'delete',
  middleware: holding(removeProfile),
  path: `${base}/{id}`,
  summary: 'Remove an own profile that no sensor uses',
  security,
  request: { params },
  responses: {
    ...answers('Removed', message),
    ...refusals('unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})

export function profileRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    const { search, category } = c.req.valid('query')
    const found = await listProfiles(ctxFor(deps, c.var), {
      search,
      ...given({ categories: category && [category] }),
    })
    return c.json({ profiles: found.map(wire.presentProfile) }, 200)
  })
  app.openapi(make, async (c) => {
    const ctx = writeCtxFor(deps, c.var)
    const made = await createProfile(ctx, { profile: wire.profileOf(c.req.valid('json')) })
    return c.json(wire.presentProfileDetail(made), 200)
  })
  app.openapi(check, async (c) => {
    const read = wire.readProfile(c.req.valid('json'))
    if ('issues' in read) return c.json(wire.presentComplaints(read.issues), 200)
    const { signal } = c.var
    const found = await checkProfile(ctxFor(deps, c.var), { ...read, signal })
    return c.json(wire.presentCheck(found), 200)
  })
  // Before those of one profile: none is called "image".
  app.openapi(image, async (c) => {
    const { bytes, sha256, name } = await transporterImage(
      writeCtxFor(deps, c.var),
      given(c.req.valid('query')),
    )
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-sha256': sha256,
    })
  })
  app.openapi(get, async (c) =>
    c.json(wire.presentProfileDetail(await getProfile(ctxFor(deps, c.var), c.req.valid('param'))), 200),
  )
  app.openapi(put, async (c) => {
    const { id } = c.req.valid('param')
    const ctx = writeCtxFor(deps, c.var)
    const changed = await changeProfile(ctx, { id, profile: wire.profileOf(c.req.valid('json')) })
    return c.json(wire.presentProfileDetail(changed), 200)
  })
  app.openapi(remove, async (c) => {
    await removeProfile(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The profile is no more.' }, 200)
  })
}
