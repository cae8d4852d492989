import type { AnsweredCall } from '../request/call.ts'
import { outcomeOf } from './access-log.ts'

/** Upper bounds of the histogram of request times, in seconds. */
export const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface RequestCount {
  endpoint: string
  status: number
  outcome: string
  requests: number
}

export interface EndpointCount {
  endpoint: string
  units: number
  seconds: number
  /** Requests within each bound and above the one before it; the last one counts those above all bounds. */
  buckets: number[]
}

/** Finished requests, as plain data that one thread can send to another. */
export interface CountedRequests {
  requests: RequestCount[]
  endpoints: EndpointCount[]
}

/** What one HTTP thread reports of itself. */
export interface ThreadReport {
  counted: CountedRequests
  inFlight: number
  loopDelayMs: number
  loopDelayP99Ms: number
}

/** Counts the finished requests of one thread by endpoint and outcome, never by what was asked. */
export class RequestCounter {
  readonly #requests = new Map<string, RequestCount>()
  readonly #endpoints = new Map<string, EndpointCount>()

  observe(reply: AnsweredCall): void {
    const { call } = reply.request
    const { endpoint } = call
    this.#count({ endpoint, status: reply.statusCode, outcome: outcomeOf(call), requests: 1 })
    const counted = this.#endpoint(endpoint)
    counted.units += call.charged
    const seconds = (performance.now() - call.startedAt) / 1000
    counted.seconds += seconds
    const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound)
    counted.buckets[bucket < 0 ? BUCKETS_SECONDS.length : bucket]!++
  }

  counted(): CountedRequests {
    return { requests: [...this.#requests.values()], endpoints: [...this.#endpoints.values()] }
  }

  /** Adds what another thread has counted. */
  add({ requests, endpoints }: CountedRequests): void {
    for (const one of requests) this.#count(one)
    for (const { endpoint, units, seconds, buckets } of endpoints) {
      const counted = this.#endpoint(endpoint)
      counted.units += units
      counted.seconds += seconds
      for (const [at, count] of buckets.entries()) counted.buckets[at]! += count
    }
  }

  #count({ endpoint, status, outcome, requests }: RequestCount): void {
    const key = `${endpoint} ${status} ${outcome}`
    const counted = this.#requests.get(key)
    if (counted) counted.requests += requests
    else this.#requests.set(key, { endpoint, status, outcome, requests })
  }

  #endpoint(endpoint: string): EndpointCount {
    let counted = this.#endpoints.get(endpoint)
    if (!counted) {
      counted = { endpoint, units: 0, seconds: 0, buckets: new Array(BUCKETS_SECONDS.length + 1).fill(0) }
      this.#endpoints.set(endpoint, counted)
    }
    return counted
  }
}
