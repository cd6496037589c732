import { queryTasks } from '#services/work/tasks.ts'
import { writePage } from '../api/present/page-task.ts'

/** Everything workers do. */
export const tasks = { ...queryTasks, writePage }
export type Tasks = typeof tasks
export type TaskName = keyof Tasks
