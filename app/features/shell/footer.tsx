import { Link } from 'react-router'
import type { FrameData } from '../../context.ts'
import { queryHref, todaysQuery } from '../../query-href.ts'
import { Moment } from '../../ui/moment.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function Footer({ frame, here }: { frame: FrameData; here: string }) {
  const { version, method, now, url } = frame.status
  return (
    <footer className="mt-12 border-t border-line">
      <div className="mx-auto grid max-w-[1440px] gap-3 px-5 py-5 text-dense text-ink-2">
        <div className="chrome flex flex-wrap items-center justify-between gap-3">
          <nav aria-label="Footer" className="flex flex-wrap gap-x-4">
            <Link to="/" className="inline-flex min-h-6 items-center">
              Home
            </Link>
            <Link to={queryHref(todaysQuery)} className="inline-flex min-h-6 items-center">
              Today
            </Link>
            <Link to="/tags" className="inline-flex min-h-6 items-center">
              Tags
            </Link>
            <Link to="/trends/trending" className="inline-flex min-h-6 items-center">
              Trends
            </Link>
            <Link to="/cheat-sheet" className="inline-flex min-h-6 items-center">
              GNQL
            </Link>
            <Link to="/sources" className="inline-flex min-h-6 items-center">
              Reference data
            </Link>
            {frame.isOperator && (
              <Link to="/sla" className="inline-flex min-h-6 items-center">
                Jobs
              </Link>
            )}
            <a href="/api/openapi.json" className="inline-flex min-h-6 items-center">
              API
            </a>
          </nav>
          <ThemeSwitch theme={frame.settings.theme} back={here} />
        </div>
        <p className="on-paper hidden break-all">
          {url}
          {here} · as of <Moment at={now} />
        </p>
        <p>
          Noisefloor{version && ` ${version}`}
          {method && ` · judged by ${method}`} · times in {frame.clock.zone}
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
