import { readTraces } from '../core/stack/readTraces';
import type { Handlers } from '../shared/rpc';
import type { EngineApi } from './protocol';

/** What the engine does about stack traces. */
export function traceHandlers(): Pick<Handlers<EngineApi>, 'readTraces' | 'turnBack'> {
	return {
		readTraces: async ({ text, format, osName }) => readTraces(text, format, osName),
		turnBack: async () => {
			throw new Error('not wired yet');
		},
	};
}
