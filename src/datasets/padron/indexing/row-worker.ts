import { serveTasks } from '../../../kernel/worker.ts'
import { rowTasks } from './row-tasks.ts'

// Worker script: runs `row-tasks.ts` on a range of rows.
serveTasks(() => rowTasks)
