import type { TSchemaOptions } from 'typebox'
import { Type } from '../kernel/schema.ts'

/**
 * A query parameter. Beyond presence its schema is documentation: the lookups check the value and word what is wrong
 * with it (see `presenceValidator`).
 */
export const parameter = (description: string, limits: TSchemaOptions = {}) => Type.String({ description, ...limits })

export const rucParameter = (description = 'RUC de 11 dígitos') =>
  parameter(description, { pattern: '^[0-9]{11}$', example: '20000000125' })

export const dniParameter = (description = 'DNI de 8 dígitos') =>
  parameter(description, { pattern: '^[0-9]{8}$', example: '00000012' })

export const nameParameter = (description: string, example: string) =>
  parameter(description, { minLength: 3, maxLength: 200, example })

export const dateParameter = (description: string, example = '2026-11-13') =>
  parameter(description, { format: 'date', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', example })

export const monthParameter = (description: string) =>
  parameter(description, { pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', example: '2026-10' })

export const limitParameter = (most: 50 | 100) =>
  parameter(`Máximo de resultados, de 1 a ${most}; 50 si se omite`, {
    pattern: most === 100 ? '^([1-9][0-9]?|100)$' : '^([1-9]|[1-4][0-9]|50)$',
    default: '50',
    example: '10',
  })

export const plateParameter = (description: string) =>
  parameter(description, { pattern: '^[A-Za-z0-9]([\\s-]*[A-Za-z0-9]){5,6}$', example: 'ABC-123' })

export const flagParameter = (description: string) =>
  parameter(description, { enum: ['1', 'true', '0', 'false'], example: '1' })

export const providerParameter = (providers: readonly string[]) =>
  parameter('Proveedor al que se limita la consulta; si se omite se pregunta a todos, por turno', {
    enum: [...providers],
    example: providers[0],
  })
