import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, text } from './schema.ts'

export const Policy = Type.Object(
  {
    placa: text('Placa consultada, en mayúsculas y sin guion'),
    aseguradora: text('Compañía que emitió la póliza'),
    numeroPoliza: text('Número de póliza del certificado'),
    inicioVigencia: text('Inicio de vigencia, DD/MM/AAAA'),
    finVigencia: text('Fin de vigencia, DD/MM/AAAA'),
    estado: choice(['VIGENTE', 'VENCIDO', 'ANULADO'], 'Estado de la póliza a la fecha de hoy en Lima'),
    tipoUso: text('Uso del vehículo: PARTICULAR, CARGA y otros'),
    clase: text('Clase de vehículo: AUTOMOVIL, CAMIONETA y otras'),
    // The registry's own word: it has used others.
    tipoCertificado: text('DIGITAL o FISICO'),
    fuente: Type.Literal('insurance-registry'),
  },
  { $id: 'Soat' },
)
export type Policy = Static<typeof Policy>
