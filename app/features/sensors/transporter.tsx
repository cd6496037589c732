import type { ProfileDetail } from '#services/sensors/profiles.ts'
import { buttonLook } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Of a profile that shows a device: how the transporter beside it fares, and the image that makes a machine one. */
export function Transporter({
  of: { profile, transporterSilentSince: silentSince },
}: {
  of: Pick<ProfileDetail, 'profile' | 'transporterSilentSince'>
}) {
  return (
    <Panel title="Transporter">
      <div className="grid justify-items-start gap-3">
        <p>
          {silentSince === 0 ? (
            'It stands ready beside the device.'
          ) : silentSince === null ? (
            'None has called since this server started: sensors with this profile hang up on who comes.'
          ) : (
            <>
              Silent since <Moment at={new Date(silentSince).toISOString()} />: sensors with this profile hang
              up on who comes.
            </>
          )}
        </p>
        <p className="text-ink-2">
          A machine beside the device that calls this server and carries what visitors say to{' '}
          <InertText text={profile.device?.address ?? ''} limit={64} />, at the ports of this profile and
          nowhere else. The image holds a secret of its own; it ends when the address or the ports become
          others.
        </p>
        <a
          href={`/api/workspace/profiles/image?profile=${encodeURIComponent(profile.id)}`}
          download
          className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
        >
          Download its image
        </a>
      </div>
    </Panel>
  )
}
