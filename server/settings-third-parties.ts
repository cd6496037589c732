import { z } from 'zod'
import type { ThirdParties } from '#model/third-parties.ts'
import { type Documented, httpUrl } from './setting.ts'

const addresses = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((each) => each !== ''))
  .pipe(z.array(httpUrl).max(20))

/** Scripts of others on pages: none unless named here. */
export const thirdPartySettings = {
  NOISEFLOOR_ENV: {
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,29}$/, 'expected a word like production')
      .default('production'),
    fallback: 'production',
    about:
      'What this server is among others of the operator. Scripts of others that follow readers run in development and production alone.',
  },
  GTM_ID: {
    // The words of specification section 5.
    schema: z
      .string()
      .refine((text) => /^GTM-[A-Z0-9]+$/.test(text), {
        error: ({ input }) => `${input} is not a valid GTM-ID`,
      })
      .optional(),
    fallback: 'none',
    about: 'Container of Google Tag Manager that pages load once a reader allows it.',
  },
  ANALYTICS_URL: {
    schema: httpUrl.optional(),
    fallback: 'none',
    about: 'Script of product analytics that pages load once a reader allows it.',
  },
  ANALYTICS_ORIGINS: {
    schema: addresses,
    fallback: 'those of the scripts',
    about: 'Where the scripts of GTM_ID and ANALYTICS_URL send to besides, separated by commas.',
  },
  ICON_API: {
    schema: addresses,
    fallback: 'off',
    about:
      'Hosts of a public icon API (Iconify), separated by commas, for icons in SITE_FILE of sets that this server does not have.',
  },
  SENTRY_DSN: {
    // What the client of pages takes: it says nothing where it cannot report.
    schema: z
      .string()
      .regex(/^https?:\/\/\w+(?::\w*)?@[^/@\s]+\/\S+$/, 'expected http(s)://key@host/project')
      .optional(),
    fallback: 'none',
    about: 'Where pages report their errors: a DSN in the form of Sentry, http(s)://key@host/project.',
  },
} satisfies Record<string, Documented>

interface Said {
  environment: string
  tagManager: string | undefined
  analytics: string | undefined
  origins: readonly string[]
  iconHosts: readonly string[]
  errors: string | undefined
}

/** Of scripts that follow readers nothing is left in another environment than these two (specification §1). */
export function thirdPartiesIn({ environment, tagManager, analytics, errors, ...lists }: Said): ThirdParties {
  const isFollowed = environment === 'development' || environment === 'production'
  return {
    environment,
    tagManager: (isFollowed && tagManager) || null,
    analytics: (isFollowed && analytics) || null,
    ...lists,
    errors: errors ?? null,
  }
}
