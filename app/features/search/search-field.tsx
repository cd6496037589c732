import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSuggestions } from '../suggest/use-suggestions.tsx'
import { isPasted, maxTyped, useCutPaste } from './cut-paste.ts'

/** One line of GNQL or an address, in mono. The server decides where it leads, so it works without scripts. */
export function SearchField({
  id,
  value = '',
  large = false,
  label = 'Search addresses',
}: {
  id: string
  value?: string
  large?: boolean
  label?: string
}) {
  const { attach, list, combobox } = useSuggestions()
  const cut = useCutPaste()
  return (
    <Form
      action="/search"
      role="search"
      aria-label={label}
      className="relative flex w-full min-w-0 flex-wrap gap-2"
    >
      <label htmlFor={id} className="sr-only">
        An address or a query
      </label>
      <input
        // The field follows the address bar: another query is another field.
        key={value}
        id={id}
        name="q"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        {...combobox}
        aria-keyshortcuts="Control+K Meta+K"
        defaultValue={value}
        onFocus={attach}
        onInput={(event) => {
          attach(event)
          if (!isPasted(event.nativeEvent)) cut.clear()
        }}
        onPaste={({ currentTarget, clipboardData }) =>
          cut.look(currentTarget, clipboardData.getData('text/plain'))
        }
        placeholder="Search..."
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={maxTyped}
        className={`min-w-0 flex-1 rounded-control border border-control bg-surface px-3 font-mono font-normal text-ink placeholder:text-ink-3 pointer-coarse:min-h-11 ${
          large ? 'h-11 text-lead' : 'h-[30px] text-dense'
        }`}
      />
      <Button type="submit" variant={large ? 'primary' : 'secondary'} className={large ? 'h-11 px-5' : ''}>
        <Icon name="search" {...(!large && { label: 'Search' })} />
        {large && 'Search'}
      </Button>
      <p role="status" className="w-full text-dense text-warn empty:hidden">
        {cut.said}
      </p>
      {list}
    </Form>
  )
}
