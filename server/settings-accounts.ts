import { z } from 'zod'
import type { SignupRule } from '#services/sign-in/accounts-ctx.ts'
import { type Documented, flag, httpUrl, wholeNumber } from './setting.ts'

/** Settings about accounts: who may have one, how people sign in, mail to them, and where they are helped. */
export const accountSettings = {
  SIGNUP: {
    schema: z
      .string()
      .default('invite')
      .transform((text): SignupRule => {
        if (text === 'invite' || text === 'open') return text
        return { domains: text.split(',').map((domain) => domain.trim().toLowerCase()) }
      })
      .refine(
        (rule) =>
          typeof rule === 'string' ||
          (rule.domains.length <= 100 && rule.domains.every((domain) => /^[\w-]+(\.[\w-]+)+$/.test(domain))),
        'expected invite, open, or domains like example.org, separated by commas',
      ),
    fallback: 'invite',
    about:
      'Who may make an account: only the invited, everybody (open), or who has mail at one of these domains.',
  },
  OIDC_ISSUER: {
    schema: httpUrl.optional(),
    fallback: 'accounts of this server alone',
    about:
      'Provider of sign-ins by OpenID Connect, e.g. https://login.example.org/realms/ours; it sends browsers back to NOISEFLOOR_URL/api/auth/callback/oidc. Needs OIDC_CLIENT_ID.',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).max(500).optional(),
    fallback: 'none',
    about: 'The name by which the provider knows this server.',
  },
  OIDC_CLIENT_SECRET: {
    secret: true,
    schema: z.string().min(1).max(2000).optional(),
    fallback: 'none: a public client',
    about: 'What this server proves that name with.',
  },
  OIDC_NAME: {
    schema: z.string().min(1).max(60).default('single sign-on'),
    fallback: 'single sign-on',
    about: 'What people call the provider: "Log in with …".',
  },
  OIDC_SCOPE: {
    schema: z
      .string()
      .max(500)
      .default('openid email profile')
      .refine((text) => text.split(' ').includes('openid'), 'expected words, "openid" among them'),
    fallback: 'openid email profile',
    about:
      'What is asked of the provider; with offline_access besides, an open page asks it whether a sign-in still stands.',
  },
  LOCAL_ACCOUNTS: {
    schema: flag(true),
    fallback: 'on',
    about: 'off: people sign in by the provider alone; no password is asked for or kept.',
  },
  BREACHED_PASSWORDS: {
    schema: z.string().min(1).optional(),
    fallback: 'the most used passwords, of a package',
    about:
      'File of further passwords that nobody may choose, as Have I Been Pwned gives it: lines of SHA-1:count, in order. It may be of any size.',
  },
  LOGIN_PAGE: {
    schema: z
      .string()
      .regex(/^\/(?!\/)[\w/-]{0,200}$/, 'expected the path of a page of this server, like /login')
      .default('/auth-required'),
    fallback: '/auth-required',
    about: 'Page to which whoever is not signed in is led from one that asks for it.',
  },
  NOT_FOUND_OPEN: {
    schema: flag(true),
    fallback: 'on',
    about: 'off: whoever is not signed in is asked to sign in before they learn that there is no such page.',
  },
  CAPTCHA: {
    schema: z.enum(['off', 'work', 'recaptcha']).default('off'),
    fallback: 'off',
    about:
      'Bot check of what browsers send without a key: work has them compute something for a moment (needs https or localhost), recaptcha asks Google.',
  },
  CAPTCHA_KEY: {
    schema: z.string().min(1).max(200).optional(),
    fallback: 'none',
    about: 'Site key of reCAPTCHA (v3).',
  },
  CAPTCHA_SECRET: {
    secret: true,
    schema: z.string().min(1).max(200).optional(),
    fallback: 'none',
    about: 'The secret of that key.',
  },
  CAPTCHA_URL: {
    schema: httpUrl.default('https://www.google.com/recaptcha'),
    fallback: 'https://www.google.com/recaptcha',
    about:
      'Where its script (/api.js) and its judgement (/api/siteverify) are, e.g. https://www.recaptcha.net/recaptcha.',
  },
  SMTP_URL: {
    secret: true,
    schema: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'expected smtp://user:password@host:port or smtps://…')
      .optional(),
    fallback: 'files in the folder outbox of NOISEFLOOR_DATA',
    about: 'Server for the mails that confirm addresses, invite people and choose new passwords.',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .max(200)
      .regex(
        /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'expected an address like Noisefloor <noisefloor@example.org>',
      )
      .default('Noisefloor <noisefloor@localhost>'),
    fallback: 'Noisefloor <noisefloor@localhost>',
    about: 'Sender of those mails.',
  },
  SESSION_REFRESH: {
    schema: wholeNumber(0, 86_400).default(0),
    fallback: '0',
    about:
      'Seconds between two looks of an open page whether its sign-in still stands; 0: only when the window is seen again.',
  },
  DOCS_URL: {
    schema: httpUrl.optional(),
    fallback: 'the documentation of this server',
    about: 'Documentation elsewhere, to which users are led with a token. Needs DOCS_SECRET.',
  },
  DOCS_SECRET: {
    secret: true,
    schema: z.string().min(32, 'expected at least 32 characters').max(500).optional(),
    fallback: 'none',
    about: 'What that site and this server share: it checks the token with it (JWT, HS256).',
  },
  TRIAL_URL: {
    schema: httpUrl.optional(),
    fallback: 'a message to SUPPORT_EMAIL',
    about: 'Where accounts whose searches are used up ask for a trial, if their plan has feature-trial.',
  },
  SUPPORT_EMAIL: {
    schema: z.email().optional(),
    fallback: 'nobody',
    about: 'Where what users write to support is sent.',
  },
} as const satisfies Record<string, Documented>
