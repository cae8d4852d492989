import { Failure } from '../../../kernel/errors.ts'

/** The files were whole when they were opened: a short read would otherwise give what was read before it. */
export const endsEarly = (): Failure =>
  new Failure('dataset-unavailable', 'Los archivos del padrón se dañaron mientras estaban en uso', {
    detail: 'ends early',
  })
