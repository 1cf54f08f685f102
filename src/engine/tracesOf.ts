import type { TraceNeeds } from '../core/stack/mapping/traceNeeds';
import type { FrameLink, ReadTrace } from '../core/stack/texts/frameLinks';
import type { EngineClient } from './engineClient';
import type { EngineApi } from './protocol';
import { append, type ReadTracePiece, TraceJoint } from './tracePieces';

export interface TracesOf {
	readonly traces: readonly ReadTrace[];
	readonly cutShort: boolean;
}

export async function getTraces(
	engine: Pick<EngineClient, 'call'>,
	text: EngineApi['readTraces']['params'],
	signal?: AbortSignal,
): Promise<TracesOf> {
	const { traces, take } = new JoinedTraces();
	const { cutShort } = await engine.call('readTraces', text, { signal, onProgress: take });
	return { traces, cutShort };
}

export class JoinedTraces {
	readonly traces: ReadTrace[] = [];
	/** Files that could deobfuscate or symbolicate each trace. Empty if the traces aren't in the engine's cache. */
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
