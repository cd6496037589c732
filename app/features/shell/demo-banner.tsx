import type { ServerStatus } from '#model/server-status.ts'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ApiForm } from '../account/form.tsx'

/** Stands on every page while there is demo data: nobody may take a simulated address for a real one. */
export function DemoBanner({ demo, mayRemove }: { demo: ServerStatus['demo']; mayRemove: boolean }) {
  if (!demo.present && !demo.loading) return null
  return (
    <aside aria-label="Demo data" className="border-b border-line bg-suspicious-soft text-ink">
      <div className="mx-auto flex max-w-[1440px] flex-wrap items-center gap-x-3 gap-y-1 px-5 py-1.5 text-dense">
        <p className="min-w-0">
          <span className="mr-2 align-[-1px] text-suspicious">
            <Icon name="flask-conical" />
          </span>
          <strong className="font-semibold">Demo data:</strong> simulated traffic in documentation ranges, not
          real hosts.
          {!mayRemove && (
            <>
              {' '}
              Remove it with <code className="whitespace-nowrap">npx --no noisefloor demo remove</code>
            </>
          )}
        </p>
        {mayRemove && (
          <ApiForm
            path="/api/demo"
            method="DELETE"
            label="Remove the demo data"
            look={{ variant: 'secondary', size: 'sm' }}
            ask="Remove the demo data and its sensors? What is your own stays."
            onDone={() => window.location.reload()}
          />
        )}
        {demo.loading && (
          <div className="flex max-w-full min-w-0 items-center gap-2" role="status">
            <span className="min-w-0 text-ink-2">{demo.message || 'Demo data is loading.'}</span>
            <span className="w-24 shrink-0">
              <Progress percent={demo.progress * 100} label="Demo data loading" />
            </span>
          </div>
        )}
      </div>
    </aside>
  )
}
