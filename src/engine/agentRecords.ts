import { setTimeout as wait } from 'node:timers/promises';
import type { KnownRecords, OpenedRecords } from '../core/agent/context/agentContext';
import { untilAborted } from '../core/common/cancellation';
import type { RecordQueries } from '../shared/recordsApi';
import type { Column } from '../shared/results';
import { withNews } from '../shared/tableChangeNotifier';
import type { HostApi } from './protocol';
import type { OpenRecords } from './recordSessions';
import { recordsFacts } from './recordsFacts';

/** Maximum number of open record files. A comparison needs two. */
const maxOpen = 3;
const idleMs = 5 * 60_000;

interface OpenedFile {
	readonly session: string;
	readonly version: string;
	readonly opening: Promise<OpenedRecords>;
	users: number;
	lastUse: number;
}

interface AgentSurroundings {
	readonly records: Pick<OpenRecords, 'handlers'>;
	readonly findMappings: (
		session: string,
		path: string,
		signal: AbortSignal,
	) => Promise<HostApi['findMappings']['result']>;
}

export interface QuestionRecords {
	open(known: KnownRecords, signal: AbortSignal): Promise<OpenedRecords>;
	session(known: KnownRecords, signal: AbortSignal): Promise<string>;
}

/** Opens record files on demand for agent tools, and closes idle files. */
export class AgentRecords {
	private readonly files = new Map<string, OpenedFile>();
	private uses = 0;
	private sessions = 0;

	constructor(private readonly surroundings: AgentSurroundings) {}

	async during<T>(libraries: readonly string[], ask: (records: QuestionRecords) => Promise<T>): Promise<T> {
		const used: OpenedFile[] = [];
		const use = async (known: KnownRecords) => {
			const file = await this.fileOf(known, libraries);
			used.push(file);
			return file;
		};
		try {
			return await ask({
				open: async (known, signal) => untilAborted((await use(known)).opening, signal),
				session: async (known, signal) => {
					const { opening, session } = await use(known);
					await untilAborted(opening, signal);
					return session;
				},
			});
		} finally {
			for (const file of used) {
				file.users--;
				file.lastUse = ++this.uses;
			}
			await this.makeRoom();
		}
	}

	private async fileOf(known: KnownRecords, libraries: readonly string[]): Promise<OpenedFile> {
		const { folder } = known;
		const version = `${known.path} ${known.records} ${known.askedAt}`;
		const open = this.files.get(folder);
		const isCurrent = open && (open.users > 0 || (open.version === version && !(await this.hasChanged(open))));
		// Another caller may have closed or reopened the file during the check, so it is looked up again.
		const latest = this.files.get(folder);
		if (latest && (isCurrent || latest !== open || latest.users > 0)) {
			latest.users++;
			return latest;
		}
		const session = `agent ${++this.sessions}`;
		// The first caller can't cancel reading, because other callers may be waiting for the same file.
		const opening = this.read(session, known, libraries);
		const file: OpenedFile = { session, version, opening, users: 1, lastUse: ++this.uses };
		this.files.set(folder, file);
		opening.catch(() => this.close(folder, file));
		void this.closeWhenIdle(folder, file);
		if (open) {
			await this.closeSession(open);
		}
		return file;
	}

	private async hasChanged({ session, opening }: OpenedFile): Promise<boolean> {
		try {
			await opening;
			const change = await this.surroundings.records.handlers.recordsChange({ session }, quietly(never()));
			return change === 'changed' || change === 'shortened' || change === 'replaced';
		} catch {
			return true;
		}
	}

	private async read(
		session: string,
		{ path = '' }: KnownRecords,
		libraries: readonly string[],
	): Promise<OpenedRecords> {
		const { handlers } = this.surroundings.records;
		const signal = never();
		let columns: readonly Column[] = [];
		const news = await handlers.openRecords(
			{ session, path, libraries },
			{
				signal,
				report: ({ info }) => {
					({ columns } = withNews(columns, info));
				},
			},
		);
		const found = await this.surroundings.findMappings(session, path, signal);
		await handlers.recordMappings({ session, found }, quietly(signal));
		return {
			info: withNews(columns, news),
			facts: await recordsFacts(path, libraries),
			ask: async (query, params, signal) => {
				const call = { session, query, params } as Parameters<typeof handlers.queryRecords>[0];
				return handlers.queryRecords(call, quietly(signal)) as Promise<RecordQueries[typeof query]['result']>;
			},
			crashSites: async (question, signal) => handlers.crashSites({ session, ...question }, quietly(signal)),
			countSites: async (question, signal) => handlers.countSites({ session, ...question }, quietly(signal)),
		};
	}

	private async makeRoom(): Promise<void> {
		const unused = [...this.files].filter(([, { users }]) => users === 0);
		unused.sort(([, a], [, b]) => a.lastUse - b.lastUse);
		const surplus = unused.slice(0, Math.max(0, this.files.size - maxOpen));
		await Promise.all(surplus.map(([folder, file]) => this.close(folder, file)));
	}

	private async closeWhenIdle(folder: string, file: OpenedFile): Promise<void> {
		for (let seen = -1; seen !== file.lastUse || file.users > 0; ) {
			seen = file.lastUse;
			await wait(idleMs, undefined, { ref: false });
		}
		await this.close(folder, file);
	}

	private async close(folder: string, file: OpenedFile): Promise<void> {
		if (this.files.get(folder) === file) {
			this.files.delete(folder);
			await this.closeSession(file);
		}
	}

	private async closeSession({ session }: OpenedFile): Promise<void> {
		await this.surroundings.records.handlers.closeRecords({ session }, quietly(never()));
	}
}

function quietly(signal: AbortSignal) {
	return { signal, report: () => undefined };
}

function never(): AbortSignal {
	return new AbortController().signal;
}
