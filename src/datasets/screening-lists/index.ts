export type { ScreeningList } from './screening-list.ts'
export { unList } from './un/index.ts'
export { usList } from './us/index.ts'
