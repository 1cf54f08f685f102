import type { TraceNeeds } from '../core/stack/mapping/traceNeeds';
import type { FrameLink, ReadTrace } from '../core/stack/texts/readTraces';
import type { EngineClient } from './engineClient';
import type { EngineApi } from './protocol';
import { append, type ReadTracePiece, TraceJoint } from './tracePieces';

/** What was read of a text. */
export interface TracesOf {
	readonly traces: readonly ReadTrace[];
	/** It took too long: behind the last of them there may be more. */
	readonly cutShort: boolean;
}

/** The stack traces in a text, which come from the engine little by little. */
export async function tracesOf(
	engine: Pick<EngineClient, 'call'>,
	text: EngineApi['readTraces']['params'],
	signal?: AbortSignal,
): Promise<TracesOf> {
	const { traces, take } = new JoinedTraces();
	const { cutShort } = await engine.call('readTraces', text, { signal, onProgress: take });
	return { traces, cutShort };
}

/** The traces of a text, as their pieces come. */
export class JoinedTraces {
	readonly traces: ReadTrace[] = [];
	/** Of each of them, where the engine sends them. */
	readonly needs: TraceNeeds[] = [];
	private open: { readonly joint: TraceJoint; readonly links: FrameLink[] } | undefined;

	readonly take = (pieces: readonly ReadTracePiece[]): void => {
		for (const { begins, links, ...piece } of pieces) {
			if (begins) {
				const { platform, needs, ...place } = begins;
				this.open = { joint: new TraceJoint(platform), links: [] };
				this.traces.push({ ...place, trace: this.open.joint.trace, links: this.open.links });
				append(this.needs, needs ? [needs] : []);
			}
			this.open?.joint.add(piece);
			append(this.open?.links ?? [], links);
		}
	};
}
