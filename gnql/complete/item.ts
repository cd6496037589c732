export interface Item {
  kind: 'field' | 'value' | 'term' | 'operator' | 'close'
  /** What is shown: `last_seen`, `SSH Bruteforcer`, `OR`. */
  label: string
  /** A quiet second column: the field's description, the country's code. */
  detail: string
  /** Goes in place of the completion's span. */
  insert: string
  /** Where the cursor stands afterwards, counted from the start of `insert`. */
  cursor: number
  /** The field it is or belongs to, for help beside it. */
  field: string | null
}
