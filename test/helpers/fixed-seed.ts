// Property tests start from one seed, so that a green suite stays green; FC_SEED=random (or a number) explores further.
import fc from 'fast-check'

const chosen = process.env.FC_SEED
if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen ?? 20261115) })
