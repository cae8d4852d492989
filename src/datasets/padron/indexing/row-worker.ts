import { nameTasks } from './row-tasks.ts'
import { serveTasks } from './workers.ts'

serveTasks(() => nameTasks)
