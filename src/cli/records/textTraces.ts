import type { ReadTrace } from '../../core/stack/texts/frameLinks';
import type { EngineClient } from '../../engine/engineClient';
import { getTraces } from '../../engine/tracesOf';
import type { Progress } from '../output/progress';

/** Finds the stack traces in a text. The extension of the path determines whether the text is CSV. */
export async function textTraces(
	text: string,
	path: string | undefined,
	engine: Pick<EngineClient, 'call'>,
	{ progress, signal }: { readonly progress: Pick<Progress, 'note'>; readonly signal: AbortSignal },
): Promise<readonly ReadTrace[]> {
	for (const format of /\.csv$/i.test(path ?? '') ? (['csv', 'any'] as const) : (['any'] as const)) {
		const { traces, cutShort } = await getTraces(engine, { text, format }, signal);
		if (cutShort) {
			progress.note('The text takes too long to parse, so stack traces may be missing.');
		}
		if (traces.length > 0) {
			return traces;
		}
	}
	return [];
}
