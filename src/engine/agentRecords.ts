import { setTimeout as wait } from 'node:timers/promises';
import type { KnownRecords, OpenedRecords } from '../core/agent/world/agentWorld';
import { untilAborted } from '../core/common/cancellation';
import type { RecordQueries } from '../shared/recordsApi';
import type { Column } from '../shared/results';
import { withNews } from '../shared/tableNews';
import type { HostApi } from './protocol';
import type { OpenRecords } from './recordSessions';
import { recordsFacts } from './recordsFacts';

/** Files that stay open between questions: both sides of a comparison, and one more. */
const maxOpen = 3;
/** Nobody has asked about a file for so long, and most likely nobody will (milliseconds). */
const idleMs = 5 * 60_000;

/** A file of records in a session of its own. */
interface OpenedFile {
	readonly session: string;
	/** What it was opened as. */
	readonly version: string;
	readonly opening: Promise<OpenedRecords>;
	/** Questions under way. */
	users: number;
	/** Counts up with each use of any. */
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

/** The records that one question is about, which are open until it is answered. */
export interface QuestionRecords {
	/** @throws AppError `unreadable` and whatever else keeps them from being read */
	open(known: KnownRecords, signal: AbortSignal): Promise<OpenedRecords>;
	/** By which the engine knows them. */
	session(known: KnownRecords, signal: AbortSignal): Promise<string>;
}

/** The records that agents ask about: opened when they do, and closed when they have not for a while. */
export class AgentRecords {
	private readonly files = new Map<string, OpenedFile>();
	private uses = 0;
	private sessions = 0;

	constructor(private readonly surroundings: AgentSurroundings) {}

	/** @param libraries Of whose exports alone the indexes are kept. */
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

	/** With one more user. */
	private async fileOf(known: KnownRecords, libraries: readonly string[]): Promise<OpenedFile> {
		const { folder } = known;
		const version = `${known.path} ${known.records} ${known.askedAt}`;
		const open = this.files.get(folder);
		if (open && (open.users > 0 || (open.version === version && !(await this.hasChanged(open))))) {
			open.users++;
			return open;
		}
		const other = this.files.get(folder);
		if (other && other !== open) {
			// Somebody else opened it meanwhile.
			other.users++;
			return other;
		}
		const session = `agent ${++this.sessions}`;
		// It goes on when whoever asked first does not wait any more: somebody else may.
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
				// The protocol pairs each query with its parameters and answers in kind, for every query by itself.
				const asked = { session, query, params } as Parameters<typeof handlers.queryRecords>[0];
				return handlers.queryRecords(asked, quietly(signal)) as Promise<RecordQueries[typeof query]['result']>;
			},
			crashSites: async (question, signal) => handlers.crashSites({ session, ...question }, quietly(signal)),
			countSites: async (question, signal) => handlers.countSites({ session, ...question }, quietly(signal)),
		};
	}

	private async makeRoom(): Promise<void> {
		const unused = [...this.files].filter(([, { users }]) => users === 0);
		unused.sort(([, a], [, b]) => a.lastUse - b.lastUse);
		for (const [folder, file] of unused.slice(0, Math.max(0, this.files.size - maxOpen))) {
			await this.close(folder, file);
		}
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
