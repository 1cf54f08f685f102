import assert from 'node:assert/strict';
import type { EngineClient } from '../../../src/engine/engineClient';
import { type OpenTrace, OpenTraces } from '../../../src/engine/openTraces';

export async function openTrace(
	engine: Pick<EngineClient, 'call'>,
	text: string,
	osName: string | undefined,
): Promise<OpenTrace> {
	const [trace] = (await OpenTraces.ofText(engine, { text, holds: 'trace', osName })).all;
	assert.ok(trace);
	return trace;
}

export function watchedEngine(engine: Pick<EngineClient, 'call'>): {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly asked: string[];
} {
	const asked: string[] = [];
	return {
		engine: {
			call: (method, params, options) => {
				asked.push(method);
				return engine.call(method, params, options);
			},
		},
		asked,
	};
}
