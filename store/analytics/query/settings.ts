import type { Settings } from './define.ts'

/**
 * What every statement runs under, whether the engine's profile says it (launched) or we do (a server named by URL).
 * `rows`: how many an answer may have, 0 for any number; `seconds`: time one statement may take.
 */
export const statementSettings = ({ seconds, rows }: { seconds: number; rows: number }): Settings => ({
  async_insert: 0,
  cancel_http_readonly_queries_on_client_close: 1,
  output_format_json_quote_64bit_integers: 1,
  // The embedded engine is laxer than a server in these two.
  implicit_select: 0,
  input_format_skip_unknown_fields: 0,
  // Looks for `a < b AND b < 5` through every expression in each place that mentions it; none of our statements has such.
  optimize_and_compare_chain: 0,
  max_execution_time: seconds,
  max_result_rows: rows,
  result_overflow_mode: 'throw',
  max_query_size: 4_194_304,
  max_ast_elements: 500_000,
  max_expanded_ast_elements: 2_000_000,
  // A rule's pattern may be one that Vectorscan holds for costly; slow is better than refused.
  reject_expensive_hyperscan_regexps: 0,
  // An acknowledged insert through a Distributed table is stored, not queued.
  distributed_foreground_insert: 1,
})

/**
 * For statements of many steps and joins over few rows: planning them costs more than running them, and what these look for takes
 * most of that time.
 */
export const quicklyPlanned: Settings = {
  query_plan_merge_expressions: 0,
  query_plan_remove_unused_columns: 0,
  enable_join_runtime_filters: 0,
}

/** Bounds of our two users. */
export const userBounds = {
  app: { seconds: 60, rows: 1_000_000 },
  migrator: { seconds: 1800, rows: 0 },
} as const
