import { agentAnswer, type ReadingToolName } from '../../../../../src/core/agent/agentAnswers';
import type { AgentContext, KnownRecords, OpenedRecords } from '../../../../../src/core/agent/context/agentContext';
import { findSourceFile } from '../../../../../src/core/agent/context/findSourceFile';
import { References } from '../../../../../src/core/agent/context/references';
import { Comparisons } from '../../../../../src/core/records/compare/comparisons';
import { createQueries, type FileQueries } from '../../../../../src/core/records/queries';
import type { FileTable } from '../../../../../src/core/records/read/openTable';
import type { Located } from '../../../../../src/core/stack/locate/frameTarget';
import { noOwnCode } from '../../../../../src/core/stack/own/ownCode';
import type { Frame } from '../../../../../src/core/stack/trace/model';
import type { TriageEntries } from '../../../../../src/core/triage/triageEntries';
import type { RecordsFacts } from '../../../../../src/shared/comparison';
import type { RecordFilter } from '../../../../../src/shared/results';
import { openText } from '../../records/support/tables';

const sourceFolder = { uri: 'memfs:/shop', name: 'work' };

interface StagedExport {
	/** Content of the CSV file. Undefined if the export is incomplete. */
	readonly csv: string | undefined;
	readonly known?: Partial<KnownRecords>;
	readonly facts?: RecordsFacts;
}

interface HarnessOptions {
	readonly workspace?: Readonly<Record<string, string>>;
	readonly personalColumns?: readonly string[];
	readonly locate?: AgentContext['locate'];
	readonly triage?: TriageEntries;
	readonly findSuspects?: AgentContext['findSuspects'];
}

interface OpenedTable {
	readonly table: FileTable;
	readonly queries: FileQueries;
}

export class AgentHarness implements AsyncDisposable {
	readonly references = new References();
	readonly filters: RecordFilter[] = [];
	private readonly opened = new Map<string, Promise<OpenedTable>>();
	private readonly comparisons = new Comparisons();

	constructor(
		private readonly folder: string,
		private readonly exports: readonly StagedExport[],
		private readonly options: HarnessOptions = {},
	) {}

	async ask(tool: ReadingToolName, input: unknown = {}, budget?: number): Promise<{ text: string; host: string }> {
		return agentAnswer({ tool, input, budget }, this.world, this.references, new AbortController().signal);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const opened of this.opened.values()) {
			await (await opened).table[Symbol.asyncDispose]();
		}
	}

	private get world(): AgentContext {
		const { workspace = {}, personalColumns = [], locate, triage, findSuspects } = this.options;
		return {
			now: () => new Date('2026-11-21T10:00:00Z'),
			personalColumns: new Set(personalColumns),
			own: () => noOwnCode,
			list: async () => this.exports.map((staged, place) => knownOf(staged, place)),
			open: async (records, signal) => this.open(records, signal),
			compare: async (before, after, question, signal) => {
				const [one, other] = [await this.getTable(before), await this.getTable(after)];
				const tables = { before: one.queries.compared, after: other.queries.compared };
				return this.comparisons.page(tables, question, signal, () => undefined);
			},
			locate: locate ?? (async (frames) => frames.map((frame) => locatedIn(workspace, frame))),
			triage: async () => triage,
			findSuspects,
			findSource: (path) =>
				findSourceFile(path, this.options.workspace ? [sourceFolder] : [], async (uri) =>
					Object.values(workspace).some((file) => uri === `${sourceFolder.uri}/${file}`),
				),
		};
	}

	private async open(records: KnownRecords, signal: AbortSignal): Promise<OpenedRecords> {
		const { table, queries } = await this.getTable(records);
		const info = await table.load(signal, () => undefined);
		const context = (signal: AbortSignal) => ({ signal, report: () => undefined });
		const answer: Readonly<Record<string, (params: never, context: never) => unknown>> = queries.answer;
		return {
			info,
			facts: this.exports[Number(records.folder)]?.facts,
			ask: async (query, params, signal) => {
				this.filters.push(...('view' in params ? params.view.filters : []));
				// The compiler can't relate a query's name to its parameter and result types.
				return (await answer[query]?.(params as never, context(signal) as never)) as never;
			},
			crashSites: async (question, signal) => queries.sites.crashSites(question, context(signal)),
			countSites: async (question, signal) => queries.sites.countSites(question, context(signal)),
		};
	}

	private getTable({ folder }: KnownRecords): Promise<OpenedTable> {
		const opened =
			this.opened.get(folder) ??
			openText(this.folder, `${folder}.csv`, this.exports[Number(folder)]?.csv ?? '').then((table) => ({
				table,
				queries: createQueries(table),
			}));
		this.opened.set(folder, opened);
		return opened;
	}
}

function knownOf({ csv, known = {} }: StagedExport, place: number): KnownRecords {
	return {
		folder: String(place),
		path: csv === undefined ? undefined : `${place}.csv`,
		application: { id: '101' },
		since: '2026-11-13 00:00:00',
		until: '2026-11-20 09:00:00',
		timeZone: 'UTC',
		dimension: 'default',
		records: csv === undefined ? undefined : 1,
		askedAt: Date.parse('2026-11-20T09:00:00Z'),
		filters: [],
		flags: [],
		...known,
	};
}

function locatedIn(workspace: Readonly<Record<string, string>>, { file = '', line1 = 1 }: Frame): Located {
	const path = Object.hasOwn(workspace, file) ? workspace[file] : undefined;
	if (path === undefined) {
		return { kind: 'none', reason: { kind: 'notFound', name: file, capped: false } };
	}
	return {
		kind: 'target',
		target: {
			file: { uri: `${sourceFolder.uri}/${path}`, folder: sourceFolder.name, path },
			line1,
			column1: undefined,
			lineMapping: { kind: 'asReported' },
			evidence: ['onlyFile'],
		},
	};
}

export function getCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
	return [header, ...rows]
		.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
		.join('');
}
