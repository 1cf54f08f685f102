import { AppError } from '../core/common/errors';
import type { TriedMapping } from '../core/stack/mapping/applyMappings';
import type { WantedMapping } from '../core/stack/mapping/deobfuscate';
import type { LineOrigin } from '../core/stack/mapping/lineOrigins';
import type { LeftOut } from '../core/stack/mapping/result/mapped';
import type { SymbolFile } from '../core/stack/mapping/tools/symbolicate';
import type { TraceNeeds } from '../core/stack/mapping/traceNeeds';
import type { ReadTrace } from '../core/stack/texts/frameLinks';
import type { Trace } from '../core/stack/trace/model';
import type { RecordDetail } from '../shared/results';
import type { EngineClient } from './engineClient';
import type { EngineApi, TraceRef, TracesPlace, TracesText } from './protocol';
import { type MappedTracePiece, TraceJoint, type TracePiece } from './tracePieces';
import { JoinedTraces } from './tracesOf';
import { valueText } from './valueText';

type Engine = Pick<EngineClient, 'call'>;

export interface OpenTrace {
	readonly needs: TraceNeeds;

	deobfuscate(
		wanted: readonly WantedMapping[],
		signal?: AbortSignal,
	): Promise<DeobfuscatedTrace & { readonly found: number }>;

	/** Starts symbolication tools on this computer. See `EngineApi.symbolicate` for when this is allowed. */
	symbolicate(files: readonly SymbolFile[], signal?: AbortSignal): Promise<SymbolicatedTrace>;
}

export interface PlacedTrace extends ReadTrace {
	readonly opened?: OpenTrace | undefined;
}

export interface DeobfuscatedTrace {
	readonly plain: Trace | undefined;
	/** Origin of each line in `plain`, including information that only the mapping file contains. */
	readonly origins: ReadonlyMap<number, LineOrigin>;
	/** Number of inlined frames and mapped lines that were omitted because of the trace's size limit. */
	readonly leftOut: LeftOut | undefined;
	/** Mapping files in the order in which they were tried. Includes unneeded files only if the user selected them. */
	readonly tried: readonly TriedMapping[];
}

export interface SymbolicatedTrace extends Omit<NonNullable<EngineApi['symbolicate']['result']>, 'explained'> {
	readonly trace: Trace | undefined;
}

export interface RecordTraces {
	readonly record: RecordDetail;
	readonly traces: readonly PlacedTrace[];
	/** True if parsing timed out. The text may then contain more traces than were found. */
	readonly cutShort: boolean;
	readonly opened: OpenTraces;
}

/** Stack traces in the engine's cache. If the engine has evicted them, they are parsed again from their text. */
export class OpenTraces implements Disposable {
	readonly all: readonly OpenTrace[];
	private closed = false;

	private constructor(
		private readonly engine: Engine,
		private readonly handle: string,
		private readonly text: TracesText,
		needs: readonly TraceNeeds[],
		record?: TracesPlace,
	) {
		this.all = needs.map((own, trace): OpenTrace => {
			const ref = { handle, trace };
			return {
				needs: own,
				deobfuscate: (wanted, signal) =>
					this.ask(() => deobfuscated(engine, { ...ref, wanted, record }, signal), signal),
				symbolicate: (files, signal) => this.ask(() => symbolicated(engine, { ...ref, files }, signal), signal),
			};
		});
	}

	static async ofText(engine: Engine, text: TracesText, signal?: AbortSignal): Promise<OpenTraces> {
		const handle = crypto.randomUUID();
		const needs = await engine.call('openTraces', { handle, ...text }, { signal });
		return new OpenTraces(engine, handle, text, needs);
	}

	static async ofRecord(engine: Engine, place: TracesPlace, signal?: AbortSignal): Promise<RecordTraces> {
		const handle = crypto.randomUUID();
		const joined = new JoinedTraces();
		const { record, cutShort } = await engine.call(
			'openRecordTraces',
			{ handle, ...place },
			{ signal, onProgress: joined.take },
		);
		const opened = new OpenTraces(engine, handle, valueText(record, place), joined.needs, place);
		const traces = joined.traces.map((trace, index) => ({ ...trace, opened: opened.all[index] }));
		return { record, traces, cutShort, opened };
	}

	[Symbol.dispose](): void {
		this.closed = true;
		if (this.all.length > 0) {
			// Errors are ignored, because an engine that has stopped has no open traces.
			this.engine.call('closeTraces', { handle: this.handle }).catch(() => undefined);
		}
	}

	private async ask<T>(question: () => Promise<T | undefined>, signal: AbortSignal | undefined): Promise<T> {
		const answer = await question();
		if (answer !== undefined) {
			return answer;
		}
		const { engine, handle, text } = this;
		await engine.call('openTraces', { handle, ...text }, { signal });
		const again = await question();
		if (this.closed) {
			this[Symbol.dispose]();
		}
		if (again === undefined) {
			// The engine stopped or has already evicted the trace.
			throw new AppError({ kind: 'engineStopped' });
		}
		return again;
	}
}

async function deobfuscated(
	engine: Engine,
	question: EngineApi['deobfuscate']['params'],
	signal: AbortSignal | undefined,
): Promise<(DeobfuscatedTrace & { readonly found: number }) | undefined> {
	const origins = new Map<number, LineOrigin>();
	const joined = new Joined<MappedTracePiece>(({ origins: more }) => {
		for (const [line, origin] of more) {
			origins.set(line, origin);
		}
	});
	const answer = await engine.call('deobfuscate', question, { signal, onProgress: joined.take });
	return answer && { plain: joined.trace, origins, ...answer };
}

async function symbolicated(
	engine: Engine,
	question: TraceRef & { readonly files: readonly SymbolFile[] },
	signal: AbortSignal | undefined,
): Promise<SymbolicatedTrace | undefined> {
	const joined = new Joined();
	const answer = await engine.call('symbolicate', question, { signal, onProgress: joined.take });
	return answer && { trace: joined.trace, failures: answer.failures };
}

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
