// The one door to the service: everything is asked through the SDK.
export * from '../src/client/index.ts'
