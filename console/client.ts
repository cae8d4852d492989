// The one door to the service: everything is asked through the SDK.
export { checkRuc } from '../src/client/checks.ts'
export * from '../src/client/index.ts'
