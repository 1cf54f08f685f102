import * as vscode from 'vscode';
import { AppError, isCancellation } from '../../core/common/errors';
import type { QueriedRecords } from '../../core/report/viewFacts';
import { isManifest } from '../../core/sync/model/names';
import { countActiveDevices } from '../../core/triage/fixed/activeDevices';
import { OpenTraces } from '../../engine/openTraces';
import type { TracesPlace } from '../../engine/protocol';
import { queryInSession } from '../../engine/readRecords';
import { TraceReader } from '../../engine/traces/traceReader';
import { queryRecords, RecordsOnDemand } from '../../services/results/recordsOnDemand';
import type { Services } from '../../services/services';
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
import { DisposableOwner } from '../../shared/disposables';
import { defaultGroupKey } from '../../shared/groupFilters';
import type { ComparisonAsked } from '../../shared/protocols/comparisonProtocol';
import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type { TableInfo } from '../../shared/results';
import type { CallOptions } from '../../shared/rpc';
import { filtersElsewhere } from '../../shared/savedColumns';
import { logFault } from '../../vscode/logFault';
import { filtersBefore, type SideColumns } from './sideColumns';

export type ComparedServices = Pick<
	Services,
	'activeDevices' | 'engine' | 'exports' | 'frames' | 'syncedRecords' | 'log' | 'mappings'
>;

type AskedPage = Pick<ComparisonPageQuestion, 'verdicts' | 'order' | 'start' | 'end' | 'trendParts'>;

/** Both sides of a comparison. The engine keeps their records open while the comparison is shown. */
export class ComparedSides extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly progressed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidProgress = this.progressed.event;

	/** Files by path. Both sides may use the same file. */
	private readonly files: ReadonlyMap<string, RecordsOnDemand>;
	private readonly facts = new Map<string, RecordsFacts | undefined>();

	constructor(
		readonly chosen: ChosenComparison,
		private readonly services: ComparedServices,
	) {
		super();
		const paths = new Set(bothSides.map((side) => chosen[side].path));
		this.files = new Map(
			[...paths].map((path) => [path, this.owned.add(new RecordsOnDemand(path, getRange(path, chosen), services))]),
		);
		for (const file of this.files.values()) {
			this.owned.add(file.onDidProgress(() => this.progressed.fire()));
			this.owned.add(file.onDidChange(() => this.changed.fire()));
		}
		this.owned.add(services.frames.onDidChangeOwn(() => this.changed.fire()));
		const check = () => {
			this.checkForChanges().catch((error) => isCancellation(error) || logFault(services.log, 'comparison', error));
		};
		this.owned.add(services.exports.onDidChange(check));
		this.owned.add(services.syncedRecords.onDidChange(check));
	}

	get share(): number {
		const shares = [...this.files.values()].map(({ share }) => share);
		return shares.reduce((sum, share) => sum + share, 0) / shares.length;
	}

	get timeZone(): string {
		return this.factsOf('after')?.timeZone ?? this.factsOf('before')?.timeZone ?? 'UTC';
	}

	factsOf(side: ComparedSide): RecordsFacts | undefined {
		return this.facts.get(this.chosen[side].path);
	}

	/**
	 * Reads both sides.
	 * @throws AppError `unreadable`, or another error that prevents reading a side
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

	askedFirst({ columns }: TableInfo): ComparisonAsked {
		const { exposure, filters } = this.chosen;
		return { key: defaultGroupKey(columns), exposure, filters: filters ? filtersElsewhere(filters, columns) : [] };
	}

	async compare(
		{ key, exposure, filters }: ComparisonAsked,
		page: AskedPage,
		options: CallOptions<{ share: number }>,
	): Promise<ComparisonPage> {
		const columns = await this.columns();
		const { timeZone } = this;
		const active = exposure === 'devices' ? await this.activeDevices(options.signal) : undefined;
		return this.ask(bothSides, options, ([before = '', after = '']) =>
			this.services.engine.call(
				'compareRecords',
				{
					before,
					after,
					question: {
						before: { ...this.getQuestion('before', filtersBefore(filters, columns)), activeDevices: active?.before },
						after: { ...this.getQuestion('after', filters), activeDevices: active?.after },
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

	/** Queries one side. Column indexes in filters refer to the file of that side. */
	query<Q extends RecordQuery>(
		side: ComparedSide,
		query: Q,
		params: RecordQueries[Q]['params'],
		options: CallOptions<unknown> = {},
	): Promise<RecordQueries[Q]['result']> {
		return this.ask([side], options, ([session = '']) =>
			queryInSession(this.services.engine, session, query, params, options),
		);
	}

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

	private fileOf(side: ComparedSide): RecordsOnDemand {
		const file = this.files.get(this.chosen[side].path);
		if (!file) {
			throw new AppError({ kind: 'cancelled' });
		}
		return file;
	}

	/** Returns the number of active devices on each side, or undefined if the numbers are unknown. */
	private async activeDevices(
		signal = new AbortController().signal,
	): Promise<Readonly<Record<ComparedSide, number>> | undefined> {
		const active = await this.services.activeDevices.of(this.factsOf('after')?.application ?? '', signal);
		if (!active) {
			return undefined;
		}
		const info = await this.read();
		const count = (side: ComparedSide) => {
			const records: QueriedRecords = { query: this.query.bind(this, side) as QueriedRecords['query'] };
			return countActiveDevices(active, records, info[side], this.getQuestion(side, []), signal);
		};
		return { before: await count('before'), after: await count('after') };
	}

	private getQuestion(side: ComparedSide, filters: SideQuestion['filters']): SideQuestion {
		const { range, versions } = this.chosen[side];
		return { filters, range, versions, facts: this.factsOf(side) };
	}

	private async ask<T>(
		sides: readonly ComparedSide[],
		{ signal }: Pick<CallOptions<unknown>, 'signal'>,
		question: (sessions: readonly string[]) => Promise<T>,
	): Promise<T> {
		return queryRecords(
			sides.map((side) => this.fileOf(side)),
			signal,
			question,
		);
	}

	private async checkForChanges(): Promise<void> {
		if (this.facts.size === 0) {
			return;
		}
		let isOther = false;
		for (const [path, file] of this.files) {
			const known = this.facts.get(path);
			const facts = await this.services.exports.facts(path);
			const set = isManifest(path) ? await this.services.syncedRecords.describe(path) : undefined;
			// Records that a running sync adds are reported later, when the sync ends. The deletion of a file is never
			// reported.
			if (
				facts &&
				!(set && this.services.syncedRecords.updateOf(set)) &&
				JSON.stringify(facts) !== JSON.stringify(known)
			) {
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

const weekSeconds = 7 * 86_400;
/** Number of earlier weeks to read for a side shorter than a week. These weeks show how much daily counts vary. */
const weeksBefore = 4;

/** Returns the time range to read, with earlier weeks for a short side. Returns undefined to read the entire file. */
function getRange(path: string, chosen: ChosenComparison): TimeRange | undefined {
	const ranges = bothSides.filter((side) => chosen[side].path === path).map((side) => chosen[side].range);
	const known = ranges.filter((range) => range !== undefined);
	const isShort = known.some(({ since, until }) => until - since + 1 < weekSeconds);
	return known.length < ranges.length
		? undefined
		: {
				since: Math.min(...known.map(({ since }) => since)) - (isShort ? weeksBefore * weekSeconds : 0),
				until: Math.max(...known.map(({ until }) => until)),
			};
}
