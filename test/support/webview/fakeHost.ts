import type { Notice } from '../../../src/shared/protocols/notice';
import type {
	RecentPeriod,
	ResultsHost,
	ResultsLayout,
	ResultsStart,
	ResultsView,
	ShownCommits,
	SyncedDaysView,
	ViewLayout,
	ViewState,
} from '../../../src/shared/protocols/resultsProtocol';
import type { RecordQueries } from '../../../src/shared/recordsApi';
import type { CutText, DeobfuscatedRecords } from '../../../src/shared/results';
import type { CallContext, Handlers } from '../../../src/shared/rpc';
import { TableChangeNotifier } from '../../../src/shared/tableChangeNotifier';
import type { ActiveRates, ShownFix, ShownTriage, TriageState } from '../../../src/shared/triage';
import { type FakeEditor, type Faults, fakeEditor } from './fakeEditor';
import { fakeQueries } from './fakeQueries';
import { fakeTable } from './fakeRecords';
import { type FakeTraces, fakeTrace } from './fakeTraces';

export interface FakeHostOptions extends Faults<keyof ResultsHost> {
	readonly records?: number;
	/** Whether the table has no records and no columns, like an export whose days have no records. */
	readonly columnless?: boolean;
	readonly moreColumns?: number;
	readonly lateColumns?: number;
	/** Options after a button in a notice has reloaded the file. */
	readonly again?: Omit<FakeHostOptions, 'again'>;
	readonly refused?: string;
	readonly reading?: boolean;
	readonly notices?: readonly Notice[];
	readonly emptyReasons?: readonly Notice[];
	readonly asOf?: string;
	readonly state?: ViewState;
	readonly layout?: ViewLayout;
	/** Layout of the page. Defaults to `grid`. A saved state or layout takes precedence. */
	readonly arrangement?: ResultsLayout;
	readonly recentPeriod?: RecentPeriod;
	readonly offersDevices?: boolean;
	/** Whether the records contain device IDs. Defaults to true, unless the page offers to count devices. */
	readonly countsDevices?: boolean;
	/** Start of the most recent days in Unix seconds. Defined only for a dataset. */
	readonly recentSince?: number;
	readonly syncedDays?: SyncedDaysView;
	readonly strings?: Readonly<Record<string, string>>;
	readonly language?: string;
	readonly values?: Readonly<Record<string, string>>;
	readonly repeat?: number;
	readonly traces?: FakeTraces;
	readonly cut?: readonly CutText[];
	readonly cutShort?: number;
	readonly deobfuscated?: DeobfuscatedRecords;
	/** Triage states of groups, by a part of the group's name. */
	readonly states?: Readonly<Record<string, ShownTriage>>;
	/** Commits that changed the code of groups, by a part of the group's name. */
	readonly commits?: Readonly<Record<string, ShownCommits>>;
	/**
	 * Verdict about the fix of every group that is marked as fixed. `fixes` contains verdicts by a part of the group's
	 * name.
	 */
	readonly fix?: ShownFix;
	/** Frequency of each group among the active devices. */
	readonly rates?: ActiveRates;
	readonly fixes?: Readonly<Record<string, ShownFix>>;
	readonly noTraits?: boolean;
}

export interface FakeHost extends FakeEditor<ResultsView> {
	read(share: number): Promise<unknown>;
	findSources(): Promise<unknown>;
}

declare global {
	interface Window {
		fakeHost: FakeHost;
	}
}

const readAgain = 'readAgain';

function install(options: FakeHostOptions): void {
	const whole = fakeTable(options.columnless ? 0 : (options.records ?? 2_400), repeated(options), options.moreColumns);
	const countsDevices = options.countsDevices ?? !options.offersDevices;
	const table = countsDevices ? whole : { ...whole, info: { ...whole.info, deviceColumn: undefined } };
	let known = options.reading ? 300 : table.info.total;
	let traces = options.traces ?? {};
	const infoNow = () => {
		const late = known < table.info.total ? (options.lateColumns ?? 0) : 0;
		if (options.columnless) {
			return { ...table.info, total: 0, columns: [], timeColumn: undefined, versionColumn: undefined };
		}
		const columns = table.info.columns.slice(0, table.info.columns.length - late);
		const { recentSince } = options;
		const dataset = recentSince === undefined ? {} : { naturalOrder: 'newestFirst' as const, recentSince };
		return { ...table.info, ...dataset, total: known, columns };
	};
	const start: ResultsStart = {
		title: 'Shop for Android · Last 7 days · by device time',
		asOf: options.asOf ?? 'exported 09:02',
		notices: options.notices ?? [],
		emptyReasons: options.emptyReasons ?? [],
		info: infoNow(),
		syncedDays: options.syncedDays,
		...startOf(options),
		offersDevices: options.offersDevices ?? false,
		strings: options.strings ?? {},
		language: options.language ?? 'en',
		timeZone: 'UTC',
	};
	const loadAnew = () => {
		if (options.again) {
			sessionStorage.setItem(readAgain, '');
			location.reload();
		}
	};
	const stateOf = (name: string) =>
		Object.entries(options.states ?? {}).find(([part]) => name.includes(part))?.[1] ?? null;
	const groupsIn = async (
		states: readonly TriageState[],
		params: RecordQueries['groups']['params'],
		context: CallContext<RecordQueries['groups']['progress']>,
	) => {
		const all = await queries.groups({ ...params, start: 0, end: 10_000 }, context);
		const page = all.page.filter(({ value }) => {
			const state = stateOf(JSON.stringify(value))?.state ?? 'open';
			return state !== 'invalid' && states.includes(state);
		});
		return { ...all, listed: page.length, page: page.slice(params.start, params.end) };
	};
	let refused = false;
	const changeNotifier = new TableChangeNotifier(start.info.columns);
	const queries = fakeQueries(
		table,
		() => known,
		(text) => options.traces?.deobfuscated?.[text] ?? text,
	);
	const handlers: Partial<Handlers<ResultsHost>> = {
		...queries,
		record: async (params, context) => ({ ...(await queries.record(params, context)), cut: options.cut }),
		groups: async (params, context) => ({
			...(params.states ? await groupsIn(params.states, params, context) : await queries.groups(params, context)),
			cutShort: options.cutShort,
			deobfuscated: options.deobfuscated,
		}),
		commonTraits: async (params, context) => {
			const { values } = options.noTraits ? { values: [] } : await queries.commonTraits(params, context);
			const share = ({ with: some, of }: { with: number; of: number }) => `${Math.round((some / of) * 100)}%`;
			const lines = values.map(({ attribute, value, here, elsewhere }) => ({
				text: `${attribute} ${value}: ${share(here)} here, ${share(elsewhere)} elsewhere`,
				counts: `${here.with} of ${here.of} here, ${elsewhere.with} of ${elsewhere.of} elsewhere`,
				filter: { column: table.info.columns.findIndex(({ name }) => name === attribute), value },
			}));
			const nothing = 'No distinguishing traits: no value differs by 15 percentage points or more.';
			return { lines, note: lines.length > 0 ? 'Among devices that reported errors.' : nothing };
		},
		ready: () => {
			if (options.refused !== undefined && !refused) {
				refused = true;
				throw new Error(options.refused);
			}
			setTimeout(() => host.read(options.reading ? 0.125 : 1), 0);
			return start;
		},
		groupStates: ({ values }) => values.map((value) => stateOf(JSON.stringify(value))),
		groupCommits: ({ value }) =>
			Object.entries(options.commits ?? {}).find(([part]) => JSON.stringify(value).includes(part))?.[1],
		fixVerdicts: ({ values }) =>
			values.map((value) => {
				const named = Object.entries(options.fixes ?? {}).find(([part]) => JSON.stringify(value).includes(part));
				return named?.[1] ?? options.fix ?? null;
			}),
		groupRates: () => options.rates,
		recentPeriod: () => options.recentPeriod,
		act: () => loadAnew(),
		showDays: () => loadAnew(),
		copyRecords: ({ what }) => `Copied as ${what.format}`,
		copyValue: () => 'Copied',
		editTriage: () => 'Saved the triage',
		createIssue: () => 'Opened tracker.example',
		copyLink: () => 'Copied the link',
		copyIssue: () => 'Copied the issue text',
		save: () => 'Saved',
		saveReport: () => 'Saved the report',
		trace: ({ number, column, original }) => fakeTrace(table.records[number]?.[column] ?? '', original, traces),
		openFrame: ({ line }) => `Opened line ${line}`,
	};
	const { calls, channel, release } = fakeEditor<ResultsHost, ResultsView>(handlers, options);
	const host: FakeHost = {
		calls,
		say: (method, params) => channel.call(method, params),
		release,
		read: (share) => {
			known = Math.round(table.info.total * share);
			return channel.call('progress', {
				progress: {
					bytes: Math.round(table.info.bytes * share),
					totalBytes: table.info.bytes,
					records: known,
					info: changeNotifier.newsOf(infoNow()),
				},
				done: share === 1,
			});
		},
		findSources: () => {
			const { missing: _, ...others } = traces;
			traces = others;
			return channel.call('tracesChanged', undefined);
		},
	};
	window.fakeHost = host;
}

function startOf({
	arrangement: layout = 'grid',
	state,
	layout: saved = usualLayout,
	recentSince,
}: FakeHostOptions): Pick<ResultsStart, 'state' | 'layout'> {
	if (state) {
		return { state: { layout, ...state }, layout: undefined };
	}
	if (recentSince !== undefined) {
		const view = { filters: [], sort: [] };
		return { state: { ...usualLayout, layout, view, selected: undefined, top: 0, recent: true }, layout: undefined };
	}
	return { state: undefined, layout: { layout, ...saved } };
}

const usualLayout: ViewLayout = {
	columns: [],
	groupKey: undefined,
	groupOrder: 'records',
	groupsShown: true,
	recordShown: true,
	stackBy: 'app_version_name',
	density: 'compact',
	sort: [],
};

function repeated({ values, repeat = 1 }: FakeHostOptions): Readonly<Record<string, string>> {
	const { error } = values ?? {};
	return error === undefined ? (values ?? {}) : { ...values, error: Array(repeat).fill(error).join('\n') };
}

function optionsNow({ again, ...options }: FakeHostOptions): FakeHostOptions {
	return sessionStorage.getItem(readAgain) === null
		? { ...options, ...(again && { again }) }
		: { ...options, ...again };
}

install(optionsNow((window.fakeHostOptions as FakeHostOptions | undefined) ?? {}));
