export type { ArchivoDeLote, Batches, BlobDeLote, EsperaDeLote } from './batches.ts'
export { certificateCode, findCertificates, isPdf } from './certificates/find.ts'
export { certificateFragment } from './certificates/link.ts'
export {
  type ClaveDeConstancia,
  type Constancia,
  readCertificateKeys,
  SANDBOX_ISSUER,
  type Verificacion,
  type Verificador,
  verifyCertificate,
} from './certificates/verify.ts'
export { Chasqui } from './chasqui.ts'
export type * from './closed-sets.ts'
export { LISTAS } from './closed-sets.ts'
export {
  AbortError,
  CaptchaError,
  ChasquiError,
  type Codigo,
  type CodigoCliente,
  type ErrorFacts,
  type ErrorKind,
  InvalidRequestError,
  KeyError,
  NetworkError,
  NotFoundError,
  QuotaError,
  RateLimitError,
  ServiceError,
  SourceError,
  TimeoutError,
} from './errors.ts'
export { questionTitle } from './lookups.ts'
export type { Cuota, Fuente, Meta, ReplyHeaders } from './meta.ts'
export type * from './options.ts'
export { describeSource, sourceName } from './source-names.ts'
export { findingWords, linkedWords, PART_TITLES, peopleDates, supplierSummary } from './supplier-words.ts'
export type * from './types.ts'
export type { NuevaDecision, Watch } from './watch.ts'
