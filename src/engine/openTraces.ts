import { AppError } from '../core/common/errors';
import type { TriedMapping } from '../core/stack/mapping/applyMappings';
import type { WantedMapping } from '../core/stack/mapping/deobfuscate';
import type { LineOrigin } from '../core/stack/mapping/lineOrigins';
import type { LeftOut } from '../core/stack/mapping/result/traceAllowance';
import type { SymbolFile } from '../core/stack/mapping/tools/symbolicate';
import type { TraceNeeds } from '../core/stack/mapping/traceNeeds';
import type { ReadTrace } from '../core/stack/texts/readTraces';
import type { Trace } from '../core/stack/trace/model';
import type { RecordDetail } from '../shared/results';
import type { EngineClient } from './engineClient';
import type { EngineApi, TraceRef, TracesPlace, TracesText } from './protocol';
import { type MappedTracePiece, TraceJoint, type TracePiece } from './tracePieces';
import { JoinedTraces } from './tracesOf';
import { valueText } from './valueText';

type Engine = Pick<EngineClient, 'call'>;

/** A trace that the engine keeps, so that nobody reads its text again. */
export interface OpenTrace {
	/** What could deobfuscate it, by the trace alone. Where it says nothing, no file needs to be looked for. */
	readonly needs: TraceNeeds;

	/** Deobfuscates the trace with those of the candidates that fit; it comes from the engine little by little. */
	deobfuscate(
		wanted: readonly WantedMapping[],
		signal?: AbortSignal,
	): Promise<DeobfuscatedTrace & { readonly found: number }>;

	/** Starts programs of this machine; see the engine's interface for who may call it. */
	symbolicate(files: readonly SymbolFile[], signal?: AbortSignal): Promise<SymbolicatedTrace>;
}

/** A trace in a record's value. */
export interface PlacedTrace extends ReadTrace {
	readonly opened?: OpenTrace | undefined;
}

/** What became of a trace with the mappings that were tried. */
export interface DeobfuscatedTrace {
	/** As if it had been written so; undefined when no file fits. */
	readonly plain: Trace | undefined;
	/** By the lines of `plain`, where a mapping knows more of one than the line says. */
	readonly origins: ReadonlyMap<number, LineOrigin>;
	/** What the mapping would have made of it as well, which is more than is shown. */
	readonly leftOut: LeftOut | undefined;
	/** In the order they were tried. Those that were not needed are left out unless a person chose them. */
	readonly tried: readonly TriedMapping[];
}

/** A trace with what programs know of it, and what these could not explain. */
export interface SymbolicatedTrace extends Omit<NonNullable<EngineApi['symbolicate']['result']>, 'explained'> {
	/** Undefined when no frame was explained. */
	readonly trace: Trace | undefined;
}

/** A record, and the traces of one of its values. */
export interface RecordTraces {
	readonly record: RecordDetail;
	/** In the order of the beginning of the value that is read. */
	readonly traces: readonly PlacedTrace[];
	/** It took too long: behind the last of them there may be more. */
	readonly cutShort: boolean;
	readonly opened: OpenTraces;
}

/**
 * The traces of a text that the engine keeps, until this is disposed of. Where it does not any more, for want of room or
 * because it was started anew, the text is read again.
 */
export class OpenTraces implements Disposable {
	readonly all: readonly OpenTrace[];
	private closed = false;

	private constructor(
		private readonly engine: Engine,
		private readonly handle: string,
		private readonly text: TracesText,
		needs: readonly TraceNeeds[],
	) {
		this.all = needs.map((own, trace): OpenTrace => {
			const ref = { handle, trace };
			return {
				needs: own,
				deobfuscate: (wanted, signal) => this.ask(() => deobfuscated(engine, { ...ref, wanted }, signal), signal),
				symbolicate: (files, signal) => this.ask(() => symbolicated(engine, { ...ref, files }, signal), signal),
			};
		});
	}

	static async ofText(engine: Engine, text: TracesText, signal?: AbortSignal): Promise<OpenTraces> {
		const handle = crypto.randomUUID();
		const needs = await engine.call('openTraces', { handle, ...text }, { signal });
		return new OpenTraces(engine, handle, text, needs);
	}

	/** Reads the record and the beginning of its value in one go. */
	static async ofRecord(engine: Engine, place: TracesPlace, signal?: AbortSignal): Promise<RecordTraces> {
		const handle = crypto.randomUUID();
		const joined = new JoinedTraces();
		const { record, cutShort } = await engine.call(
			'openRecordTraces',
			{ handle, ...place },
			{ signal, onProgress: joined.take },
		);
		const opened = new OpenTraces(engine, handle, valueText(record, place), joined.needs);
		const traces = joined.traces.map((trace, index) => ({ ...trace, opened: opened.all[index] }));
		return { record, traces, cutShort, opened };
	}

	[Symbol.dispose](): void {
		this.closed = true;
		if (this.all.length > 0) {
			// An engine that stopped keeps nothing.
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
			// It stopped meanwhile, or others need all of its room.
			throw new AppError({ kind: 'engineStopped' });
		}
		return again;
	}
}

async function deobfuscated(
	engine: Engine,
	question: TraceRef & { readonly wanted: readonly WantedMapping[] },
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
