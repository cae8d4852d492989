import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './cleanup.ts'
import { runSql } from './postgres.ts'
import { until } from './until.ts'

// Made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj "/CN=chasqui test"
// -addext subjectAltName=IP:127.0.0.1`. It protects nothing.
const CERTIFICATE = `\
-----BEGIN CERTIFICATE-----
MIIBlTCCATygAwIBAgIUHhTaxhyZl58x6RgAK4WfmA5N1c8wCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMY2hhc3F1aSB0ZXN0MCAXDTI2MTExNjAzMTgxOFoYDzIxMjYx
MDIzMDMxODE4WjAXMRUwEwYDVQQDDAxjaGFzcXVpIHRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASr5CVNL5csFQiFgXxwNhcjGt1cuZM4NgESmLw9tVF8/xQD
GCUqn+3nc8gERZYb+IFM8R2piQvSylJImWqglfY4o2QwYjAdBgNVHQ4EFgQUry+c
nFvmW0aLwW384zQf8mfb2gcwHwYDVR0jBBgwFoAUry+cnFvmW0aLwW384zQf8mfb
2gcwDwYDVR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMC
A0cAMEQCIGNnHUQZJH3hNGxx5cQvJARgbfW/0spxzjfW45Nk/jFLAiAtyXLnC5au
03P63wSCyFAziWsJ5nVDWTVLbuxiRBcoug==
-----END CERTIFICATE-----
`
const KEY = `\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgn3JunilGnML18w8K
W6HskfCmoJmCJwHb5s3mrotWlxihRANCAASr5CVNL5csFQiFgXxwNhcjGt1cuZM4
NgESmLw9tVF8/xQDGCUqn+3nc8gERZYb+IFM8R2piQvSylJImWqglfY4
-----END PRIVATE KEY-----
`

/** Makes a server offer TLS with a certificate for 127.0.0.1; returns the file with the authority to trust. */
export const offerTls = async (url: string): Promise<string> => {
  const write = (file: string, text: string): Promise<unknown> =>
    // The server refuses a key that others may read.
    runSql(url, `COPY (SELECT regexp_split_to_table('${text.trim()}', '\n')) TO PROGRAM 'umask 077; cat > ${file}'`)
  await write('server.crt', CERTIFICATE)
  await write('server.key', KEY)
  await runSql(url, 'ALTER SYSTEM SET ssl = on')
  await runSql(url, 'SELECT pg_reload_conf()')
  await until(async () => (await runSql(url, 'SHOW ssl'))[0]?.ssl === 'on')
  const authority = join(temporaryFolder(), 'authority.pem')
  writeFileSync(authority, CERTIFICATE)
  return authority
}
