import type { LineOrigin } from '../core/stack/mapping/lineOrigins';
import type { LeftOut } from '../core/stack/mapping/result/traceAllowance';
import type { TriedMapping } from '../core/stack/mapping/turnBack';
import type { FrameLink, ReadTrace } from '../core/stack/texts/readTraces';
import type { Trace } from '../core/stack/trace/model';
import type { EngineClient } from './client';
import type { EngineApi } from './protocol';
import { append, type MappedTracePiece, TraceJoint, type TracePiece } from './tracePieces';

type Engine = Pick<EngineClient, 'call'>;

/** What was read of a text. */
export interface TracesOf {
	readonly traces: readonly ReadTrace[];
	/** It took too long: behind the last of them there may be more. */
	readonly hurried: boolean;
}

/** The stack traces in a text, which come from the engine little by little. */
export async function tracesOf(
	engine: Engine,
	text: EngineApi['readTraces']['params'],
	signal?: AbortSignal,
): Promise<TracesOf> {
	const traces: ReadTrace[] = [];
	let open: { readonly joint: TraceJoint; readonly links: FrameLink[] } | undefined;
	const { hurried } = await engine.call('readTraces', text, {
		signal,
		onProgress: (pieces) => {
			for (const { begins, links, ...piece } of pieces) {
				if (begins) {
					const { platform, ...place } = begins;
					open = { joint: new TraceJoint(platform), links: [] };
					traces.push({ ...place, trace: open.joint.trace, links: open.links });
				}
				open?.joint.add(piece);
				append(open?.links ?? [], links);
			}
		},
	});
	return { traces, hurried };
}

/** What became of a trace with the mappings that were tried. */
export interface TurnedTrace {
	/** As if it had been written so; undefined when no file fits. */
	readonly plain: Trace | undefined;
	/** By the lines of `plain`, where a mapping knows more of one than the line says. */
	readonly origins: ReadonlyMap<number, LineOrigin>;
	/** What the mapping would have made of it as well, which is more than is shown. */
	readonly leftOut: LeftOut | undefined;
	/** In the order they were tried. Those that were not needed are left out unless a person chose them. */
	readonly tried: readonly TriedMapping[];
}

/** Turns a trace back, which comes from the engine little by little. */
export async function turnedTraceOf(
	engine: Engine,
	params: EngineApi['turnBack']['params'],
	signal?: AbortSignal,
): Promise<TurnedTrace> {
	const origins = new Map<number, LineOrigin>();
	const joined = new Joined<MappedTracePiece>(({ origins: more }) => {
		for (const [line, origin] of more) {
			origins.set(line, origin);
		}
	});
	const { leftOut, tried } = await engine.call('turnBack', params, { signal, onProgress: joined.take });
	return { plain: joined.trace, origins, leftOut, tried };
}

/** A trace with what programs know of it, and what these could not explain. */
export interface SymbolicatedTrace extends Omit<EngineApi['symbolicate']['result'], 'explained'> {
	/** Undefined when no frame was explained. */
	readonly trace: Trace | undefined;
}

export async function symbolicatedTraceOf(
	engine: Engine,
	params: EngineApi['symbolicate']['params'],
	signal?: AbortSignal,
): Promise<SymbolicatedTrace> {
	const joined = new Joined();
	const { failures } = await engine.call('symbolicate', params, { signal, onProgress: joined.take });
	return { trace: joined.trace, failures };
}

/** One trace, as its pieces come. */
class Joined<P extends TracePiece & Pick<Trace, 'platform'> = TracePiece & Pick<Trace, 'platform'>> {
	private joint: TraceJoint | undefined;

	constructor(private readonly also: (piece: P) => void = () => undefined) {}

	get trace(): Trace | undefined {
		return this.joint?.trace;
	}

	readonly take = (pieces: readonly P[]): void => {
		for (const piece of pieces) {
			this.joint ??= new TraceJoint(piece.platform);
			this.joint.add(piece);
			this.also(piece);
		}
	};
}
