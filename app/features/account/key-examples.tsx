import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { KeyExample } from './key-examples.server.ts'

export function KeyExamples({ examples }: { examples: readonly KeyExample[] }) {
  return (
    <Panel title="Examples">
      <div className="grid gap-4">
        {examples.map(({ name, pieces }) => (
          <figure key={name}>
            <figcaption className="pb-1 text-dense text-ink-2">{name}</figcaption>
            <CodeBlock pieces={pieces} label={`Example: ${name}`} />
          </figure>
        ))}
      </div>
    </Panel>
  )
}
