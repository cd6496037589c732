import { entitlementTitles } from '#model/entitlement-titles.ts'
import { groupTexts } from '#model/ip-document/group-texts.ts'
import type { FieldGroup } from '#model/ip-document/groups.ts'
import { Panel } from '../../ui/panel.tsx'
import { WhoGrants } from '../error/who-grants.tsx'

/** Says which parts of a record the reader's plan leaves out, so that empty does not look like "nothing seen". */
export function Withheld({ groups }: { groups: readonly FieldGroup[] }) {
  if (groups.length === 0) return null
  return (
    <Panel title="Not in your plan">
      <p>This record is shown without:</p>
      <ul className="my-1 list-disc pl-5">
        {groups.map((group) => (
          <li key={group}>
            {entitlementTitles[group]} <code className="text-ink-3">{group}</code>: {groupTexts[group]}
          </li>
        ))}
      </ul>
      <WhoGrants />
    </Panel>
  )
}
