import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cancelled, throwIfAborted } from '../common/cancellation';
import { AppError, isProblem } from '../common/errors';
import type { Log } from '../common/log';
import { AnswerReader } from './answerReader';
import { type ServerSettings, settingsFor, settingsOfChange } from './askedSettings';
import { type DatabaseAccess, securedUrl } from './databaseAddress';
import type { DatabaseAnswer, PostStatement, RowPacking } from './databaseRequest';
import { textLiteral } from './literals';
import { Panes } from './panes';
import { readRefusal, refusalWithin } from './refusal';

/** What a database is asked. */
export interface DatabaseQuestion {
	/** One SELECT without FORMAT. */
	readonly sql: string;
	/** More is an error, and never cut. */
	readonly maxRows: number;
	/** A later question of the same pane ends the earlier one, which is then `cancelled`. */
	readonly pane?: string;
	readonly signal: AbortSignal;
	/** Is told how much of what it reads the server has read, from 0 to 1. */
	readonly onProgress?: (share: number) => void;
}

/** What a database is told to do. */
interface DatabaseChange {
	/** One statement that answers nothing. */
	readonly sql: string;
	/** The rows of an INSERT, in the format that it names; they are taken once. Each piece is good until the next is asked for. */
	readonly rows?: AsyncIterable<Uint8Array>;
	/** Done twice it comes to the same, so it may be sent again where it is not known what became of it. */
	readonly repeatable: boolean;
	readonly signal: AbortSignal;
}

export interface DatabaseServer extends ServerSettings {
	/** Such as 18, 16, 1; empty as long as it has not been asked. */
	readonly version: readonly number[];
	readonly knownSettings: ReadonlySet<string>;
	/** It runs on this machine. */
	readonly isHere: boolean;
}

export interface DatabaseParts {
	readonly post: PostStatement;
	readonly log: Log;
	/** Seconds that a question may take. */
	readonly maxSeconds?: number;
	/** Milliseconds before a database that is busy is asked again, each time. */
	readonly busyDelays?: readonly number[];
}

const defaultSeconds = 30;

/** Seconds that a change may take. */
const changeSeconds = 3600;

/** Milliseconds between two looks at whether something has ended, and that it may take. */
const endedPause = 100;
const endedPatience = 60_000;

/** Of what is answered to a change, where nothing is (bytes). */
const maxAnswerBytes = 64 * 1024;
const defaultBusyDelays = [250, 500, 1000, 2000, 4000];

/** Version of a server. */
const firstWithZstd = 22;

/** Milliseconds between two looks at how far a question is. */
const progressPause = 400;

/** Milliseconds that one such look may take. */
const progressPatience = 5000;

/** Milliseconds before a question is ended that the server may not have begun when it was given up. */
const killDelays = [0, 150, 600];

/** Faults of a network after which a server may work on a question all the same. */
const mayHaveArrived: ReadonlySet<string> = new Set(['reset', 'timeout', 'other']);

/** The server's code for what cannot be ended at this moment. */
const cannotEnd = 380;

/** Milliseconds that ending a question may take. */
const killPatience = 10_000;

/**
 * Asks a database over HTTP, and gives answers only when they are whole. What is given up is ended on the server, too, which
 * would go on with it otherwise.
 */
export class DatabaseClient implements AsyncDisposable {
	/** Questions of other clients have other IDs: those of this one begin with it and a hyphen. */
	readonly id = randomUUID();
	private count = 0;
	private readonly panes = new Panes();
	private readonly ending = new Set<Promise<void>>();
	private readonly closing = new AbortController();

	/** Use `connectDatabase`. */
	constructor(
		private readonly access: DatabaseAccess,
		private readonly parts: DatabaseParts,
		readonly server: DatabaseServer,
	) {}

	/** All rows of an answer; every cell is a text, and NULL an empty one. */
	async rows(question: DatabaseQuestion): Promise<readonly (readonly string[])[]> {
		const rows: string[][] = [];
		for await (const batch of this.ask(question, true)) {
			for (const row of batch) {
				rows.push(row);
			}
		}
		return rows;
	}

	/** The rows as they come. What was given counts only once the iteration ends without an error. */
	batches(question: DatabaseQuestion): AsyncIterable<readonly (readonly string[])[]> {
		return this.ask(question, false);
	}

	/**
	 * Has something changed; done when this resolves. Where it fails, part of it may have been done, and nothing of it is
	 * on its way any more unless that could not be found out.
	 */
	async change({ sql, rows, repeatable, signal: given }: DatabaseChange): Promise<void> {
		const signal = AbortSignal.any([given, this.closing.signal]);
		const delays = [...(this.parts.busyDelays ?? defaultBusyDelays)];
		for (let lost = false; ; ) {
			throwIfAborted(signal);
			const id = `${this.id}-${++this.count}`;
			try {
				const refusal = await this.changeOnce(id, sql, rows, signal);
				if (!refusal) {
					return;
				}
				const delay = isProblem(refusal, 'databaseBusy') && !rows ? delays.shift() : undefined;
				if (delay === undefined) {
					throw refusal;
				}
				await pause(delay, undefined, { signal });
			} catch (error) {
				const isLost = isProblem(error, 'databaseNetwork') && mayHaveArrived.has(error.problem.fault);
				if (isLost || signal.aborted) {
					await this.endAll(id).catch(() => this.parts.log('warn', 'A change of a database could not be ended there'));
				}
				if (signal.aborted) {
					throw cancelled();
				}
				if (!isLost || lost || !repeatable || rows) {
					throw error;
				}
				lost = true;
			}
		}
	}

	/**
	 * Ends all that is done under IDs that begin so, and waits for it.
	 * @throws AppError of questions, and `databaseBusy` where it does not end
	 */
	async endAll(beginning: string): Promise<void> {
		const signal = AbortSignal.timeout(endedPatience);
		const those = `substring(query_id, 1, ${beginning.length}) = ${textLiteral(beginning)}`;
		while ((await this.kill(those, signal)) !== 'none') {
			if (signal.aborted) {
				throw new AppError({ kind: 'databaseBusy', words: '' });
			}
			await pause(endedPause);
		}
	}

	/** Ends what is running, here and on the server. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.closing.abort();
		while (this.ending.size > 0) {
			await Promise.all(this.ending);
		}
	}

	/** @param whole Whether the server is to keep its answer until it is whole; its status tells then what became of it. */
	private async *ask(question: DatabaseQuestion, whole: boolean): AsyncGenerator<string[][]> {
		using asking = this.panes.begin(question.pane, AbortSignal.any([question.signal, this.closing.signal]));
		const { signal } = asking;
		const sent: string[] = [];
		try {
			using _progress = question.onProgress && this.watch(sent, question.onProgress);
			using answer = await this.send(question, whole, signal, sent);
			const reader = new AnswerReader(question.maxRows, this.access.password);
			try {
				for await (const chunk of answer.chunks) {
					const rows = reader.push(chunk);
					if (rows.length > 0) {
						yield rows;
					}
				}
			} catch (error) {
				if (isProblem(error, 'databaseAnswer')) {
					// Newer servers break an answer off once they have told what went wrong.
					reader.failIfTold();
				}
				throw error;
			}
			sent.length = 0;
			reader.end();
		} catch (error) {
			if (signal.aborted) {
				throw cancelled();
			}
			throw error;
		} finally {
			for (const id of sent) {
				this.killLater(id);
			}
		}
	}

	/** @param sent Takes the IDs of what the server may be working on. */
	private async send(
		{ sql, maxRows }: DatabaseQuestion,
		whole: boolean,
		signal: AbortSignal,
		sent: string[],
	): Promise<DatabaseAnswer> {
		const delays = [...(this.parts.busyDelays ?? defaultBusyDelays)];
		for (let lost = false; ; ) {
			throwIfAborted(signal);
			const id = `${this.id}-${++this.count}`;
			sent.push(id);
			try {
				const answer = await this.post(sql, signal, {
					query_id: id,
					...(whole && { wait_end_of_query: '1' }),
					...this.bounds(maxRows),
				});
				if (answer.status === 200) {
					return answer;
				}
				using refused = answer;
				const refusal = await readRefusal(refused, this.access.password);
				sent.pop();
				const delay = isProblem(refusal, 'databaseBusy') ? delays.shift() : undefined;
				if (delay === undefined) {
					throw refusal;
				}
				await pause(delay, undefined, { signal });
			} catch (error) {
				if (isProblem(error, 'databaseNetwork') && !mayHaveArrived.has(error.problem.fault)) {
					sent.pop();
				}
				// A server closes connections on which nothing happens, perhaps at this very moment.
				if (lost || !isProblem(error, 'databaseNetwork') || error.problem.fault !== 'reset') {
					throw error;
				}
				lost = true;
			}
		}
	}

	/** @returns what speaks against it, undefined where it is done */
	private async changeOnce(
		id: string,
		sql: string,
		rows: AsyncIterable<Uint8Array> | undefined,
		signal: AbortSignal,
	): Promise<AppError | undefined> {
		const { user, password } = this.access;
		const settings = settingsOfChange(this.server, changeSeconds);
		const url = this.url({ query_id: id, wait_end_of_query: '1', ...settings });
		const patience = (changeSeconds + 60) * 1000;
		const sent = rows && { pieces: rows, packing: this.packing };
		using answer = await this.parts.post({ url, user, password, sql, rows: sent, patience }, signal);
		if (answer.status !== 200) {
			return await readRefusal(answer, password);
		}
		let told = '';
		for await (const chunk of answer.chunks) {
			told = (told + Buffer.from(chunk).toString('utf8')).slice(-maxAnswerBytes);
		}
		return refusalWithin(told, password);
	}

	private get packing(): RowPacking {
		const { version, isHere } = this.server;
		return isHere ? 'none' : (version[0] ?? 0) >= firstWithZstd ? 'zstd' : 'gzip';
	}

	private post(sql: string, signal: AbortSignal, query: Readonly<Record<string, string>>): Promise<DatabaseAnswer> {
		const { user, password } = this.access;
		return this.parts.post({ url: this.url(query), user, password, sql: `${sql}\nFORMAT JSONCompact` }, signal);
	}

	private url(query: Readonly<Record<string, string>>): URL {
		const { database } = this.access;
		const url = securedUrl(this.access);
		url.pathname = `${url.pathname.replace(/\/$/, '')}/`;
		url.search = new URLSearchParams({ ...(database !== '' && { database }), ...query }).toString();
		return url;
	}

	private bounds(maxRows: number): Readonly<Record<string, string>> {
		const maxSeconds = this.parts.maxSeconds ?? defaultSeconds;
		return settingsFor(this.server, { maxSeconds, maxRows });
	}

	private killLater(id: string): void {
		const killing = this.killSoon(id)
			.catch(() => this.parts.log('warn', 'A question to a database could not be ended there'))
			.finally(() => this.ending.delete(killing));
		this.ending.add(killing);
	}

	private async killSoon(id: string): Promise<void> {
		const signal = AbortSignal.timeout(killPatience);
		for (const delay of killDelays) {
			await pause(delay);
			if ((await this.kill(`query_id = ${textLiteral(id)}`, signal)) === 'ended') {
				return;
			}
		}
	}

	/**
	 * @param those Which of the running questions.
	 * @returns whether there were any; `later` where one is at work on what cannot be ended, for a while
	 */
	private async kill(those: string, signal: AbortSignal): Promise<'none' | 'ended' | 'later'> {
		using answer = await this.post(`KILL QUERY WHERE ${those} ASYNC`, signal, {});
		if (answer.status !== 200) {
			const refusal = await readRefusal(answer, this.access.password);
			if (isProblem(refusal, 'databaseFailure') && refusal.problem.code === cannotEnd) {
				return 'later';
			}
			throw refusal;
		}
		const reader = new AnswerReader(Number.POSITIVE_INFINITY, this.access.password);
		let ended = false;
		for await (const chunk of answer.chunks) {
			ended ||= reader.push(chunk).length > 0;
		}
		return ended ? 'ended' : 'none';
	}

	/** Looks from time to time how far the last of some questions is, until it is disposed of. */
	private watch(sent: readonly string[], onProgress: (share: number) => void): Disposable {
		const stop = new AbortController();
		const look = async () => {
			for (let told = 0; ; ) {
				await pause(progressPause, undefined, { signal: stop.signal });
				const sql = `SELECT toString(read_rows), toString(total_rows_approx) FROM system.processes WHERE query_id = ${textLiteral(sent.at(-1) ?? '')}`;
				const [row] = await this.rows({ sql, maxRows: 1, signal: AbortSignal.timeout(progressPatience) });
				const share = Number(row?.[0]) / Number(row?.[1]);
				// What is to be read is an estimate that may grow.
				if (!stop.signal.aborted && share > told && share <= 1) {
					told = share;
					onProgress(share);
				}
			}
		};
		// Whoever may not see it is told nothing.
		look().catch(() => undefined);
		return { [Symbol.dispose]: () => stop.abort() };
	}
}
