/** The records of the wire, each written once: parsers, lookups, routes, OpenAPI and the SDK use these schemas. */
export * from './records/health.ts'
export * from './records/listed-party.ts'
export * from './records/policy.ts'
export * from './records/providers.ts'
export * from './records/rates.ts'
export * from './records/sanctions.ts'
export * from './records/screening.ts'
export * from './records/taxpayers.ts'
