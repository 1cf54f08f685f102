import * as vscode from 'vscode';
import { AppError, isCancellation } from '../../core/common/errors';
import { isManifest } from '../../core/kept/model/names';
import { OpenTraces } from '../../engine/openTraces';
import type { TracesPlace } from '../../engine/protocol';
import { usualKey } from '../../services/comparisons/usualKey';
import { askAbout, RecordsOnDemand } from '../../services/results/recordsOnDemand';
import type { Services } from '../../services/services';
import { TraceReader } from '../../services/traces/traceReader';
import {
	bothSides,
	type ChosenComparison,
	type ComparedSide,
	type ComparisonPage,
	type ComparisonPageQuestion,
	type RecordsFacts,
	type SideQuestion,
	type TimeRange,
} from '../../shared/comparison';
import type { ComparisonAsked } from '../../shared/comparisonProtocol';
import { DisposableStore } from '../../shared/disposables';
import { filtersElsewhere } from '../../shared/keptColumns';
import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type { TableInfo } from '../../shared/results';
import type { CallOptions } from '../../shared/rpc';
import { logFault } from '../../vscode/logFault';
import { filtersBefore, type SideColumns } from './sideColumns';

export type ComparedServices = Pick<Services, 'engine' | 'exports' | 'frames' | 'kept' | 'log' | 'mappings'>;

/** Of a comparison, a page of its groups. */
type AskedPage = Pick<ComparisonPageQuestion, 'verdicts' | 'order' | 'start' | 'end' | 'trendParts'>;

/** Both sides of a comparison, opened in the engine as long as somebody looks at it. */
export class ComparedSides implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** The records of a side are others now, or more is known of them. */
	readonly onDidChange = this.changed.event;
	private readonly progressed = this.store.add(new vscode.EventEmitter<void>());
	/** More of a side was read; see `share`. */
	readonly onDidProgress = this.progressed.event;

	/** By path: both sides may be of one. */
	private readonly files: ReadonlyMap<string, RecordsOnDemand>;
	/** How the records of a side were asked for, as far as it was asked. */
	private readonly facts = new Map<string, RecordsFacts | undefined>();

	constructor(
		readonly chosen: ChosenComparison,
		private readonly services: ComparedServices,
	) {
		const paths = new Set(bothSides.map((side) => chosen[side].path));
		this.files = new Map(
			[...paths].map((path) => [path, this.store.add(new RecordsOnDemand(path, rangeOf(path, chosen), services))]),
		);
		for (const file of this.files.values()) {
			this.store.add(file.onDidProgress(() => this.progressed.fire()));
			this.store.add(file.onDidChange(() => this.changed.fire()));
		}
		this.store.add(services.frames.onDidChangeOwn(() => this.changed.fire()));
		const look = () => {
			this.look().catch((error) => isCancellation(error) || logFault(services.log, 'comparison', error));
		};
		this.store.add(services.exports.onDidChange(look));
		this.store.add(services.kept.onDidChange(look));
	}

	/** How much of both is read, from 0 to 1. */
	get share(): number {
		const shares = [...this.files.values()].map(({ share }) => share);
		return shares.reduce((sum, share) => sum + share, 0) / shares.length;
	}

	/** Of the clock by which days are told apart. */
	get timeZone(): string {
		return this.factsOf('after')?.timeZone ?? this.factsOf('before')?.timeZone ?? 'UTC';
	}

	factsOf(side: ComparedSide): RecordsFacts | undefined {
		return this.facts.get(this.chosen[side].path);
	}

	/**
	 * Reads both to their ends.
	 * @throws AppError `unreadable`, and whatever else keeps a side from being read
	 */
	async read(): Promise<Readonly<Record<ComparedSide, TableInfo>>> {
		for (const path of this.files.keys()) {
			if (!this.facts.has(path)) {
				this.facts.set(path, await this.services.exports.facts(path));
			}
		}
		return { before: await this.fileOf('before').whole(), after: await this.fileOf('after').whole() };
	}

	async columns(): Promise<SideColumns> {
		const { before, after } = await this.read();
		return { before: before.columns, after: after.columns };
	}

	/** What is asked at first: as the results view groups, with the filters that were chosen. */
	askedFirst({ columns }: TableInfo): ComparisonAsked {
		const { exposure, filters } = this.chosen;
		return { key: usualKey(columns), exposure, filters: filters ? filtersElsewhere(filters, columns) : [] };
	}

	async compare(
		{ key, exposure, filters }: ComparisonAsked,
		page: AskedPage,
		options: CallOptions<{ share: number }>,
	): Promise<ComparisonPage> {
		const columns = await this.columns();
		const { timeZone } = this;
		return this.ask(bothSides, options, ([before = '', after = '']) =>
			this.services.engine.call(
				'compareRecords',
				{
					before,
					after,
					question: {
						before: this.questionOf('before', filtersBefore(filters, columns)),
						after: this.questionOf('after', filters),
						key,
						exposure,
						timeZone,
						...page,
					},
				},
				options,
			),
		);
	}

	/** Asks about the records of a side's file; its filters speak of that file's columns. */
	query<Q extends RecordQuery>(
		side: ComparedSide,
		query: Q,
		params: RecordQueries[Q]['params'],
		options: CallOptions<unknown> = {},
	): Promise<RecordQueries[Q]['result']> {
		return this.ask([side], options, ([session = '']) => {
			// The engine's protocol pairs each query with its parameters and answers in kind; that the pair is one of them
			// is known for every Q, but not to the compiler for all of them at once.
			const asked = { session, query, params } as Parameters<typeof this.services.engine.call<'queryRecords'>>[1];
			return this.services.engine.call('queryRecords', asked, options) as Promise<RecordQueries[Q]['result']>;
		});
	}

	/** The traces of a side's records. */
	traceReader(side: ComparedSide): TraceReader {
		const file = this.fileOf(side);
		const records = {
			columns: async () => (await this.columns())[side],
			traces: (place: Omit<TracesPlace, 'session'>, signal: AbortSignal) =>
				this.ask([side], { signal }, ([session = '']) =>
					OpenTraces.ofRecord(this.services.engine, { session, ...place }, signal),
				),
		};
		return new TraceReader(records, this.services.mappings, () => file.ofExport);
	}

	dispose(): void {
		this.store.dispose();
	}

	private fileOf(side: ComparedSide): RecordsOnDemand {
		const file = this.files.get(this.chosen[side].path);
		if (!file) {
			throw new AppError({ kind: 'cancelled' });
		}
		return file;
	}

	private questionOf(side: ComparedSide, filters: SideQuestion['filters']): SideQuestion {
		const { range, versions } = this.chosen[side];
		return { filters, range, versions, facts: this.factsOf(side) };
	}

	private async ask<T>(
		sides: readonly ComparedSide[],
		{ signal }: Pick<CallOptions<unknown>, 'signal'>,
		question: (sessions: readonly string[]) => Promise<T>,
	): Promise<T> {
		return askAbout(
			sides.map((side) => this.fileOf(side)),
			signal,
			question,
		);
	}

	/** An export may have been verified or completed, and kept records updated. */
	private async look(): Promise<void> {
		if (this.facts.size === 0) {
			return;
		}
		let isOther = false;
		for (const [path, file] of this.files) {
			const known = this.facts.get(path);
			const facts = await this.services.exports.facts(path);
			const set = isManifest(path) ? await this.services.kept.describe(path) : undefined;
			// What comes meanwhile is told at the end of the update. A file that is gone tells nothing new.
			if (facts && !(set && this.services.kept.updateOf(set)) && JSON.stringify(facts) !== JSON.stringify(known)) {
				this.facts.set(path, facts);
				if (set) {
					file.readAgain();
				}
				isOther = true;
			}
			await file.check();
		}
		if (isOther) {
			this.changed.fire();
		}
	}
}

/** What both sides ask about of a file, with what is between; undefined for all of it. */
function rangeOf(path: string, chosen: ChosenComparison): TimeRange | undefined {
	const ranges = bothSides.filter((side) => chosen[side].path === path).map((side) => chosen[side].range);
	const known = ranges.filter((range) => range !== undefined);
	return known.length < ranges.length
		? undefined
		: {
				since: Math.min(...known.map(({ since }) => since)),
				until: Math.max(...known.map(({ until }) => until)),
			};
}
