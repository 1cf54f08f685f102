import type { ReadTrace } from '../core/stack/readTraces';
import type { EngineClient } from './client';
import type { EngineApi } from './protocol';

/** What was read of a text. */
export interface TracesOf {
	readonly traces: readonly ReadTrace[];
	/** It took too long: behind the last of them there may be more. */
	readonly hurried: boolean;
}

/** The stack traces in a text, which come from the engine little by little. */
export async function tracesOf(
	engine: Pick<EngineClient, 'call'>,
	text: EngineApi['readTraces']['params'],
	signal?: AbortSignal,
): Promise<TracesOf> {
	const traces: ReadTrace[] = [];
	const { hurried } = await engine.call('readTraces', text, {
		signal,
		onProgress: (some) => {
			for (const trace of some) {
				traces.push(trace);
			}
		},
	});
	return { traces, hurried };
}
