export type { NameAnswer, NameHits, NameQuestion, Register, RegisterRow } from './register.ts'
