import { PLATE_SAMPLES } from './plates.ts'
import { SAMPLES } from './register/index.ts'

/** What the console offers to try on each page, by its path. Every person and company is invented. */
export const SAMPLE_QUESTIONS = {
  '/revisar': [
    {
      texto: 'Evaristo Zenobio Chuquipoma Tarquillo',
      nota: 'coincidencia exacta',
      pregunta: { nombre: 'Evaristo Zenobio Chuquipoma Tarquillo' },
    },
    {
      texto: 'Aristarj Bolkovenko',
      nota: 'suena parecido, en las dos listas',
      pregunta: { nombre: 'Aristarj Bolkovenko' },
    },
    {
      texto: 'Inversiones Laguna Negra de Pacayzapa',
      nota: 'empresa, sin su forma jurídica',
      pregunta: { nombre: 'Inversiones Laguna Negra de Pacayzapa', tipo: 'empresa' },
    },
    {
      texto: 'Evaristo Chuquipoma, nacido en 1990',
      nota: 'el nacimiento contradice',
      pregunta: { nombre: 'Evaristo Zenobio Chuquipoma Tarquillo', nacimiento: '1990' },
    },
    { texto: 'Juan Quispe Mamani', nota: 'sin coincidencias', pregunta: { nombre: 'Juan Quispe Mamani' } },
  ],
  '/proveedor': [
    { texto: SAMPLES.activeCompany.ruc, nota: 'activa y habida', pregunta: { ruc: SAMPLES.activeCompany.ruc } },
    { texto: SAMPLES.suspendedCompany.ruc, nota: 'inhabilitada', pregunta: { ruc: SAMPLES.suspendedCompany.ruc } },
    { texto: SAMPLES.untraceableCompany.ruc, nota: 'no habida', pregunta: { ruc: SAMPLES.untraceableCompany.ruc } },
    { texto: SAMPLES.unknownRuc.ruc, nota: 'no figura', pregunta: { ruc: SAMPLES.unknownRuc.ruc } },
  ],
  '/personas': [
    {
      texto: SAMPLES.homonyms.nombre,
      nota: 'homónimos',
      pregunta: { nombre: SAMPLES.homonyms.nombre },
    },
    { texto: `DNI ${SAMPLES.dniWithoutRuc.dni}`, nota: 'sin RUC', pregunta: { dni: SAMPLES.dniWithoutRuc.dni } },
    { texto: `DNI ${SAMPLES.unknownDni.dni}`, nota: 'no figura', pregunta: { dni: SAMPLES.unknownDni.dni } },
  ],
  '/lotes': [
    { texto: 'Lote de muestra', nota: '20 clientes inventados, con y sin coincidencias', pregunta: { muestra: 'csv' } },
  ],
  '/tipo-cambio': [
    { texto: 'Mes en curso', nota: 'hasta hoy', pregunta: {} },
    { texto: 'Octubre de 2026', nota: 'con domingos y feriados', pregunta: { mes: '2026-10' } },
    { texto: 'El domingo 08/11/2026', nota: 'un día sin publicación', pregunta: { fecha: '2026-11-08' } },
  ],
  '/indicadores': [
    { texto: 'Buscar «tipo de cambio»', nota: 'por palabras', pregunta: { buscar: 'tipo de cambio' } },
    { texto: 'Inflación', nota: 'mensual', pregunta: { codigo: 'inflacion' } },
    { texto: 'Tasa de referencia', nota: 'mensual', pregunta: { codigo: 'PD04722MM' } },
  ],
  '/vehiculo': [
    { texto: PLATE_SAMPLES.inForce, nota: 'vigente', pregunta: { placa: PLATE_SAMPLES.inForce } },
    { texto: PLATE_SAMPLES.expired, nota: 'vencido', pregunta: { placa: PLATE_SAMPLES.expired } },
    { texto: PLATE_SAMPLES.uninsured, nota: 'sin SOAT', pregunta: { placa: PLATE_SAMPLES.uninsured } },
    { texto: PLATE_SAMPLES.verification, nota: 'pide verificación', pregunta: { placa: PLATE_SAMPLES.verification } },
  ],
} as const
