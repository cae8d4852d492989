/** What a newcomer reads after `npm start`: where it is, a key that works, and three calls to try. */
export const sandboxBanner = (address: string, key: string): string => {
  const call = (path: string): string => `  curl -H 'Authorization: Bearer ${key}' '${address}${path}'`
  return [
    '',
    `Chasqui atiende en ${address} (modo sandbox: personas y empresas inventadas)`,
    '',
    `Clave de prueba:  ${key}`,
    `Documentación:    ${address}/docs`,
    '',
    'Pruebe:',
    call('/api/tipo-cambio'),
    call('/api/indicadores?codigo=inflacion'),
    call('/api/ruc?numero=20000000125'),
    '',
    '',
  ].join('\n')
}
