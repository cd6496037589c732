import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { linkGroups, type SiteLink } from '#model/site.ts'
import type { FrameData } from '../../context.ts'
import { queryHref, todaysQuery } from '../../query-href.ts'
import { Moment } from '../../ui/moment.tsx'
import { NamedIcon } from '../../ui/named-icon.tsx'
import { consentHref } from './consent-notice.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const visualizer: readonly SiteLink[] = [
  { label: 'Today', url: queryHref(todaysQuery) },
  { label: 'Tags', url: '/tags' },
  { label: 'Trends', url: '/trends/trending' },
  { label: 'CVEs', url: '/cves' },
  { label: 'Experiments', url: '/experiments' },
]
const titles = { resources: 'Resources', company: 'Company', policies: 'Policies', social: 'Social' } as const

/** @param here the whole address of the page @param back where its links lead back to */
export function Footer({ frame, here, back }: { frame: FrameData; here: string; back: string }) {
  const { version, method, now, url } = frame.status
  const { links, copyright, statusUrl } = frame.site
  const own: SiteLink[] = [
    ...(frame.isOperator ? [{ label: 'Jobs', url: '/sla' }] : []),
    ...(statusUrl === '' ? [] : [{ label: 'Status', url: statusUrl }]),
  ]
  return (
    <footer className="mt-12 border-t border-line">
      <div className="mx-auto grid max-w-[1440px] gap-4 px-5 py-5 text-dense text-ink-2">
        <div className="chrome flex flex-wrap gap-x-12 gap-y-4">
          <Group title="Visualizer" links={visualizer} />
          {linkGroups.map((group) => (
            <Group
              key={group}
              title={titles[group]}
              links={group === 'resources' ? [...links.resources, ...own] : links[group]}
            />
          ))}
          <Group
            title="This browser"
            links={[
              { label: 'Display', url: `/settings?${new URLSearchParams({ back })}` },
              { label: 'Cookie choices', url: consentHref('revoke', back) },
            ]}
          >
            <ThemeSwitch theme={frame.settings.theme} back={back} />
          </Group>
        </div>
        <p className="on-paper hidden break-all">
          {url}
          {here} · as of <Moment at={now} />
        </p>
        <p>
          Noisefloor{version && ` ${version}`}
          {method && ` · judged by ${method}`} · times in {frame.clock.zone}
          {copyright && ` · ${copyright}`}
        </p>
        <p className="max-w-[90ch]">
          Network numbers and names: ip-location-db, from <a href="https://www.routeviews.org/">RouteViews</a>
          , <a href="https://db-ip.com">DB-IP</a> and <a href="https://www.nro.net/">NRO</a> (
          <a href="https://creativecommons.org/licenses/by/4.0/" rel="license">
            CC BY 4.0
          </a>
          ), changed only in form. Countries: ip-location-db geo-whois-asn-country (CC0). Icons: Lucide (ISC).
          Typeface: Atkinson Hyperlegible (OFL).
        </p>
        {frame.captcha?.kind === 'recaptcha' && (
          <p>
            This site is protected by reCAPTCHA and the Google{' '}
            <a href="https://policies.google.com/privacy">Privacy Policy</a> and{' '}
            <a href="https://policies.google.com/terms">Terms of Service</a> apply.
          </p>
        )}
      </div>
    </footer>
  )
}

/** A heading and its links; nothing where there are none. */
function Group({
  title,
  links,
  children,
}: {
  title: string
  links: readonly SiteLink[]
  children?: ReactNode
}) {
  if (links.length === 0) return null
  return (
    <nav aria-label={title} className="grid content-start gap-0.5">
      <p className="font-semibold text-ink">{title}</p>
      {links.map((link) => (
        <FooterLink key={link.label} {...link} />
      ))}
      {children}
    </nav>
  )
}

const look = 'inline-flex min-h-6 items-center gap-1.5'

/** What is a page of ours is opened in place; the API's description and choices are not pages. */
function FooterLink({ label, url, icon }: SiteLink) {
  const words = (
    <>
      {icon && <NamedIcon name={icon} />}
      {label}
    </>
  )
  if (url.startsWith('/') && !/^\/(?:api|settings\/)/.test(url))
    return (
      <Link to={url} className={look}>
        {words}
      </Link>
    )
  return (
    <a href={url} className={look} {...(!url.startsWith('/') && { rel: 'noreferrer' })}>
      {words}
    </a>
  )
}
