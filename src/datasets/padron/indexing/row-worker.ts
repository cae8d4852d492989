import { serveTasks } from '../../../kernel/worker.ts'
import { rowTasks } from './row-tasks.ts'

// The script of a thread that works on some of the rows.
serveTasks(() => rowTasks)
