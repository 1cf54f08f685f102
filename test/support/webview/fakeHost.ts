import type { CutText, DeobfuscatedRecords } from '../../../src/shared/results';
import type {
	KeptDaysView,
	Notice,
	ResultsHost,
	ResultsStart,
	ResultsView,
	ViewLayout,
	ViewState,
} from '../../../src/shared/resultsProtocol';
import type { Handlers } from '../../../src/shared/rpc';
import { TableTeller } from '../../../src/shared/tableNews';
import { type FakeEditor, type Faults, fakeEditor } from './fakeEditor';
import { fakeQueries } from './fakeQueries';
import { fakeTable } from './fakeRecords';
import { type FakeTraces, fakeTrace } from './fakeTraces';

/** What a test decides before the page is loaded. */
export interface FakeHostOptions extends Faults<keyof ResultsHost> {
	readonly records?: number;
	/** No record and no column, as of days without any. */
	readonly columnless?: boolean;
	/** Columns beside the usual ones. */
	readonly moreColumns?: number;
	/** So many of the last columns come with the last records only. */
	readonly lateColumns?: number;
	/** What else is so once a notice's button had the file read again. */
	readonly again?: Omit<FakeHostOptions, 'again'>;
	/** Why the file cannot be opened, the first time. */
	readonly refused?: string;
	/** Reading never ends by itself. */
	readonly reading?: boolean;
	readonly notices?: readonly Notice[];
	readonly emptyReasons?: readonly Notice[];
	readonly asOf?: string;
	readonly state?: ViewState;
	readonly layout?: ViewLayout;
	readonly offersDevices?: boolean;
	/** The records are a dataset's, whose last days begin then (Unix seconds). */
	readonly recentSince?: number;
	/** What of a set of kept records is shown. */
	readonly kept?: KeptDaysView;
	readonly strings?: Readonly<Record<string, string>>;
	readonly language?: string;
	/** Values of the first record, by the name of their column, in place of its own. */
	readonly values?: Readonly<Record<string, string>>;
	/** So often the first record's error is written below itself. */
	readonly repeat?: number;
	readonly traces?: FakeTraces;
	/** Fields of which each record has the beginning only. */
	readonly cut?: readonly CutText[];
	/** Records whose texts were too slow to be read for their groups. */
	readonly cutShort?: number;
	/** What is told of minified traces. */
	readonly deobfuscated?: DeobfuscatedRecords;
}

/** What a test sees and does in the page. */
export interface FakeHost extends FakeEditor<ResultsView> {
	/** Reading goes on to this share of the file. */
	read(share: number): Promise<unknown>;
}

declare global {
	interface Window {
		fakeHost: FakeHost;
	}
}

/** Under which the page's session remembers it. */
const readAgain = 'readAgain';

/** The editor's side of the page: what it posts is answered over a table in memory. */
function install(options: FakeHostOptions): void {
	const table = fakeTable(options.columnless ? 0 : (options.records ?? 2_400), repeated(options), options.moreColumns);
	let known = options.reading ? 300 : table.info.total;
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
		kept: options.kept,
		state: options.state,
		layout: options.layout,
		offersDevices: options.offersDevices ?? false,
		strings: options.strings ?? {},
		language: options.language ?? 'en',
		timeZone: 'UTC',
	};
	/** As the editor does where the file is read again. */
	const loadAnew = () => {
		if (options.again) {
			sessionStorage.setItem(readAgain, '');
			location.reload();
		}
	};
	let refused = false;
	const teller = new TableTeller(start.info.columns);
	const queries = fakeQueries(
		table,
		() => known,
		(text) => options.traces?.deobfuscated?.[text] ?? text,
	);
	const handlers: Handlers<ResultsHost> = {
		...queries,
		record: async (params, context) => ({ ...(await queries.record(params, context)), cut: options.cut }),
		groups: async (params, context) => ({
			...(await queries.groups(params, context)),
			cutShort: options.cutShort,
			deobfuscated: options.deobfuscated,
		}),
		setsApart: async (params, context) => {
			const { values } = await queries.setsApart(params, context);
			const share = ({ with: some, of }: { with: number; of: number }) => `${Math.round((some / of) * 100)}%`;
			const lines = values.map(({ attribute, value, here, elsewhere }) => ({
				text: `${attribute} ${value}: ${share(here)} here, ${share(elsewhere)} elsewhere`,
				counts: `${here.with} of ${here.of} here, ${elsewhere.with} of ${elsewhere.of} elsewhere`,
				filter: { column: table.info.columns.findIndex(({ name }) => name === attribute), value },
			}));
			const nothing = 'Nothing sets it apart';
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
		answerDeviceOffer: () => {},
		keepState: () => {},
		keepLayout: () => {},
		act: () => loadAnew(),
		showDays: () => loadAnew(),
		fetchDays: () => {},
		copy: () => undefined,
		copyRecords: ({ what }) => `Copied as ${what.format}`,
		copyText: () => {},
		copyValue: () => 'Copied',
		copyIssue: () => 'Copied the issue text',
		askAgent: () => {},
		introducedBetween: () => {},
		save: () => 'Saved',
		saveReport: () => 'Saved the report',
		openAsText: () => {},
		trace: ({ number, column, original }) =>
			fakeTrace(table.records[number]?.[column] ?? '', original, options.traces ?? {}),
		openFrame: ({ line }) => `Opened line ${line}`,
		frameHistory: () => {},
		traceAction: () => {},
		openTrace: () => {},
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
					info: teller.newsOf(infoNow()),
				},
				done: share === 1,
			});
		},
	};
	window.fakeHost = host;
}

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
