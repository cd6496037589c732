import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSuggestions } from '../suggest/use-suggestions.tsx'

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
  return (
    <Form action="/search" role="search" aria-label={label} className="relative flex w-full min-w-0 gap-2">
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
        onInput={attach}
        placeholder="Search..."
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={4096}
        className={`w-full min-w-0 rounded-control border border-control bg-surface px-3 font-mono font-normal text-ink placeholder:text-ink-3 pointer-coarse:min-h-11 ${
          large ? 'h-11 text-lead' : 'h-[30px] text-dense'
        }`}
      />
      <Button type="submit" variant={large ? 'primary' : 'secondary'} className={large ? 'h-11 px-5' : ''}>
        <Icon name="search" {...(!large && { label: 'Search' })} />
        {large && 'Search'}
      </Button>
      {list}
    </Form>
  )
}
