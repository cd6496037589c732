import { columnNames, type Names } from '../predicate/names.ts'

/** How the columns of the session catalogue (gnql/registry/sessions.ts) are written over the table `sessions`. */
export const sessionNames: Names = columnNames({ lowered: new Set(['tags', 'origin', 'transport', 'id']) })
